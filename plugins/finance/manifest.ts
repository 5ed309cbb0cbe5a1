import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'finance',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { companies: '^0.1.0' },
  optional: { reports: '^0.1.0' },
  permissions: {
    'financeiro:view': { label: 'permission.view', profiles: ['admin'] },
  },
  settings: {
    // The specification’s name of the setting; its value is the one of the payments page.
    asaas: {
      type: 'string',
      label: 'setting.asaas',
      help: 'setting.asaasHelp',
      section: 'manifest.title',
      default: '',
      maxLength: 500,
      secret: true,
      superOnly: true,
    },
  },
  routes: {
    api: ['/plans', '/subscription', '/invoices', '/payments'],
    pages: ['/financeiro', '/subscription'],
  },
  publicRoutes: {
    'GET /plans/list': 'Whoever signs up sees what there is to choose from.',
    'POST /payments/:provider/notify': 'The payment provider calls it; what it says is asked again.',
    'POST /payments/:provider/notify/pix': 'The same, at the address that Efí makes of it.',
  },
  emits: { 'finance.invoice.paid': 1, 'finance.account.changed': 1 },
  provides: { 'payments.provider': 1 },
  contributes: {
    'payments.provider': 1,
    'companies.record': 1,
    'companies.form.section': 1,
    'companies.list.column': 1,
    'companies.row.action': 1,
    'companies.sign-up.choice': 1,
    'dashboard.card': 1,
    'kernel.limit': 1,
    'kernel.session.extra': 1,
    'kernel.setting.store': 1,
  },
  hosts: ['api.asaas.com', 'api-sandbox.asaas.com', 'pix.api.efipay.com.br', 'pix-h.api.efipay.com.br'],
} as const satisfies PluginManifest;
