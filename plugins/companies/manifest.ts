import type { PluginManifest } from '@balcao/sdk/manifest';

export default {
  id: 'companies',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  optional: { notifications: '^0.1.0' },
  permissions: {
    'companies:schedules': { label: 'permission.schedules', profiles: ['admin', 'gestor'] },
  },
  routes: { api: ['/companies'] },
  publicRoutes: {
    'GET /companies/cadastro': 'Whoever signs up sees what there is to choose from.',
    'POST /companies/cadastro': 'Whoever signs up has no account yet.',
    'POST /companies/cadastro/confirm': 'Whoever confirms an address has no account yet.',
  },
  provides: {
    'companies.record': 1,
    'companies.form.section': 1,
    'companies.list.column': 1,
    'companies.row.action': 1,
    'companies.sign-up.choice': 1,
  },
  contributes: { 'kernel.sign-up': 1, 'companies.record': 1 },
} as const satisfies PluginManifest;
