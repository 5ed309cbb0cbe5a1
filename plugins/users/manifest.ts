import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'users',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  core: true,
  optional: { 'first-steps': '^0.1.0' },
  permissions: {
    'users:view': { label: 'permission.view', profiles: ['admin', 'gestor'] },
    'user-modal:editProfile': { label: 'permission.editProfile', profiles: ['admin', 'gestor'] },
    'user-modal:editQueues': { label: 'permission.editQueues', profiles: ['admin', 'gestor'] },
  },
  settings: {
    userCreation: {
      type: 'string',
      label: 'setting.userCreation',
      help: 'setting.userCreationHelp',
      section: 'setting.section',
      order: 50,
      default: 'enabled',
      enum: ['enabled', 'disabled'],
      labels: ['setting.enabled', 'setting.disabled'],
      superOnly: 'change',
    },
    virtualUsers: {
      type: 'string',
      label: 'setting.virtualUsers',
      help: 'setting.virtualUsersHelp',
      section: 'setting.section',
      default: 'usual',
      enum: ['usual', 'enabled', 'disabled'],
      labels: ['setting.usual', 'setting.enabled', 'setting.disabled'],
      superOnly: 'change',
    },
    // Ids of the people whose `isShowContacts` is off: read for every contact that is shown.
    contactsHiddenFrom: { type: 'string', label: 'field.isShowContacts', default: '', hidden: true, refetch: true },
  },
  routes: { api: ['/users'], pages: ['/users'] },
  provides: { 'users.extra': 1, 'users.form.section': 1, 'users.bulk.action': 1 },
  exposes: { 'users.picker': 1 },
  contributes: { 'first-steps.step': 1, 'kernel.login.step': 1, 'users.extra': 1 },
} as const satisfies PluginManifest;
