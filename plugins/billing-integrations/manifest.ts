import type { PluginManifest } from '@balcao/sdk/manifest';

/** The address of a company's billing system is stored encrypted like its credentials. */
const secret = {
  type: 'string',
  section: 'manifest.title',
  default: '',
  maxLength: 500,
  superOnly: true,
  secret: true,
} as const;

export default {
  id: 'billing-integrations',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  requires: { tickets: '^0.1.0' },
  toggle: 'billingIntegrationsEnabled',
  permissions: {
    'billing:second-copy': { label: 'permission.secondCopy', profiles: ['admin', 'gestor', 'user'] },
  },
  settings: {
    ipixc: { ...secret, label: 'setting.ipixc', help: 'setting.addressHelp' },
    tokenixc: { ...secret, label: 'setting.tokenixc', help: 'setting.tokenixcHelp' },
    ipmkauth: { ...secret, label: 'setting.ipmkauth', help: 'setting.addressHelp' },
    clientidmkauth: { ...secret, label: 'setting.clientidmkauth' },
    clientsecretmkauth: { ...secret, label: 'setting.clientsecretmkauth' },
  },
  routes: { api: ['/billing'] },
  provides: { 'billing.system': 1 },
  contributes: { 'billing.system': 1, 'tickets.drawer.panel': 1 },
} as const satisfies PluginManifest;
