import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'assistant',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0', contacts: '^0.1.0', queues: '^0.1.0', connections: '^0.1.0', chatai: '^0.1.0' },
  optional: { 'quick-messages': '^0.1.0', flows: '^0.1.0', notifications: '^0.1.0', users: '^0.1.0' },
  permissions: {
    'assistant:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
  },
  settings: {
    assistantWaitSeconds: {
      type: 'number',
      label: 'setting.wait',
      help: 'setting.waitHelp',
      section: 'setting.section',
      order: 81,
      default: 3,
      minimum: 0,
      maximum: 20,
      permission: 'assistant:view',
    },
    // Off until a person decides it: each resolved conversation is sent to the model once more.
    assistantProposes: { type: 'boolean', label: 'proposals.switch', default: false, hidden: true },
  },
  routes: { api: ['/assistant'], pages: ['/knowledge', '/knowledge/:tab'] },
  emits: { 'assistant.knowledge.changed': 1 },
  provides: { 'assistant.choice': 1, 'assistant.tool': 1 },
  contributes: {
    'ai.costs.section': 1,
    'ai.purpose.trial': 1,
    'assistant.tool': 1,
    'connections.form.section': 1,
    'contacts.personal-data': 1,
    'flows.node': 1,
    'messages.composer.action': 1,
    'messages.composer.suggestion': 1,
    'notifications.kind': 1,
    'tickets.automation': 2,
    'tickets.drawer.panel': 1,
  },
} as const satisfies PluginManifest;
