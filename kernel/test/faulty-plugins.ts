import { faultyBundles } from './faulty-bundles.ts';
import type { FaultyPlugin } from './faulty-plugin.ts';
import type { Installed } from './installation.ts';

/** The plugin that the others conflict with: it comes first by name, so its claims are the older ones. */
export const archive: Installed = {
  manifest: {
    permissions: { 'archive:view': { label: 'label', profiles: ['admin'] } },
    settings: { archiveDays: { type: 'integer', label: 'label', default: 5 } },
    toggle: 'archiveEnabled',
    routes: { api: ['/archive'] },
    emits: { 'archive.paper.filed': 1 },
    provides: { 'archive.paper.kind': 2 },
  },
  parts: `migrations: [{ name: '0001-init', sql: [
    'create table archive.paper (id int generated always as identity primary key, company_id int not null references kernel.company (id), unique (company_id, id))'] }],`,
  setup: `
    route(host, '/archive/:id', 'archive:view');
    host.provide(service('archive.papers'), () => ({}));
    host.cache(companyCache('archive.shelf', { load: async () => 1, invalidatedBy: [] }));
    host.room(room('archive.papers'), { params: z.object({}), may: () => true });
    host.job(job('archive:sweep'), { data: z.object({}), handle: async () => undefined });
    host.open(point('archive.paper.kind', 2), (item) => { if (typeof item.name !== 'string') throw new Error('a kind has a name'); });`,
};

const table = (name: string, columns: string): string =>
  `migrations: [{ name: '0001-init', sql: ['create table ${name} (${columns})'] }],`;
const own = 'id int primary key, company_id int not null references kernel.company (id)';
const kind = { contributes: { 'archive.paper.kind': 2 }, requires: { archive: '^1.0.0' } };

/** Plugins, each with one fault. */
export const faultyPlugins: Record<string, FaultyPlugin> = {
  'm-field': {
    code: 'MANIFEST_INVALID',
    manifest: { colour: 'red' },
    says: /unknown field "colour"/,
    fix: /manifest of m-field/,
  },
  'm-missing': {
    code: 'MANIFEST_INVALID',
    manifest: '{ "id": "m-missing" }',
    says: /required property 'version'/,
    fix: /manifest of m-missing/,
  },
  'm-json': {
    code: 'MANIFEST_INVALID',
    manifest: '{ "id": ',
    says: /cannot be read: .*JSON/,
    fix: /Put a plugin.json/,
    as: /m-json$/,
  },
  'm-exposes': {
    code: 'MANIFEST_INVALID',
    manifest: { exposes: { 'archive.picker': 1 } },
    says: /exposes "archive.picker", which does not begin with "m-exposes."/,
    fix: /manifest of m-exposes/,
  },
  'm-range': {
    code: 'MANIFEST_INVALID',
    manifest: { requires: { archive: 'newest' } },
    says: /"newest" of archive is not a semver range/,
    fix: /manifest of m-range/,
  },
  'm-default': {
    code: 'MANIFEST_INVALID',
    manifest: { settings: { mDays: { type: 'integer', label: 'label', default: 'five' } } },
    says: /settings.mDays.default is not a integer/,
    fix: /manifest of m-default/,
  },
  public: {
    code: 'MANIFEST_INVALID',
    setup: '',
    says: /"public" is a name of the platform/,
    fix: /manifest of public/,
  },
  jobs: { code: 'MANIFEST_INVALID', setup: '', says: /"jobs" is a name of the platform/, fix: /manifest of jobs/ },
  kernel: {
    code: 'MANIFEST_INVALID',
    setup: '',
    says: /"kernel" is a name of the platform/,
    fix: /manifest of kernel/,
  },
  'sdk-new': {
    code: 'SDK_INCOMPATIBLE',
    manifest: { sdk: '^99.0.0' },
    says: /written for SDK \^99.0.0, this is 0.1.0/,
    fix: /upgrade the platform/,
  },
  'dep-missing': {
    code: 'DEPENDENCY_MISSING',
    manifest: { requires: { nowhere: '^1.0.0' } },
    says: /requires nowhere/,
    fix: /Install nowhere \^1.0.0/,
  },
  'dep-version': {
    code: 'DEPENDENCY_VERSION',
    manifest: { requires: { archive: '^2.0.0' } },
    says: /needs archive \^2.0.0, installed is 1.0.0/,
    fix: /Install archive \^2.0.0/,
  },
  'dep-optional': {
    code: 'DEPENDENCY_VERSION',
    manifest: { optional: { archive: '^2.0.0' } },
    says: /needs archive \^2.0.0/,
    fix: /takes 1.0.0/,
  },
  'cycle-one': {
    code: 'DEPENDENCY_CYCLE',
    manifest: { requires: { 'cycle-two': '*' } },
    says: /cycle-one → cycle-two → cycle-three → cycle-one/,
    fix: /third plugin/,
  },
  'cycle-two': {
    code: 'DEPENDENCY_CYCLE',
    manifest: { optional: { 'cycle-three': '*' } },
    says: /cycle-two → cycle-three → cycle-one → cycle-two/,
    fix: /third plugin/,
  },
  'cycle-three': {
    code: 'DEPENDENCY_CYCLE',
    manifest: { requires: { 'cycle-one': '*' } },
    says: /cycle-three → cycle-one → cycle-two → cycle-three/,
    fix: /third plugin/,
  },
  'id-one': {
    code: 'ID_DUPLICATE',
    manifest: { id: 'id-same' },
    says: /id-two has the id of .*id-one/,
    fix: /Remove one/,
    as: /^id-same$/,
  },
  'id-two': {
    code: 'ID_DUPLICATE',
    manifest: { id: 'id-same' },
    says: /id-two has the id of .*id-one/,
    fix: /Remove one/,
    as: /^id-same$/,
  },
  simulation: {
    code: 'ENVIRONMENT_REFUSED',
    manifest: { environment: 'sandbox' },
    says: /it is a simulation/,
    fix: /SANDBOX=1/,
  },
  'import-throws': {
    code: 'IMPORT_FAILED',
    server: `throw new Error('no such licence');`,
    says: /no such licence/,
    fix: /folder of import-throws, npm run check/,
  },
  'import-broken': {
    code: 'IMPORT_FAILED',
    server: 'export default {{{',
    says: /./,
    fix: /folder of import-broken, npm run check/,
  },
  'import-nothing': {
    code: 'IMPORT_FAILED',
    server: 'export const plugin = {};',
    says: /does not export definePlugin/,
    fix: /folder of import-nothing, npm run check/,
  },
  'setup-throws': {
    code: 'SETUP_FAILED',
    setup: `throw new TypeError('not now');`,
    says: /not now/,
    fix: /only declares/,
  },
  'setup-waits': {
    code: 'SETUP_FAILED',
    server: `export default { parts: { async setup() { await null; throw new Error('later'); } } };`,
    says: /setup is asynchronous/,
    fix: /nothing awaited/,
  },
  'route-twice': {
    code: 'ROUTE_DUPLICATE',
    manifest: { routes: { api: ['/archive'] } },
    setup: `route(host, '/archive/:name/');`,
    says: /GET \/archive\/:name\/ is also a route of archive/,
    fix: /another path/,
  },
  'route-kernel': {
    code: 'ROUTE_DUPLICATE',
    manifest: { routes: { api: ['/auth'] } },
    setup: `route(host, '/auth/login');`,
    says: /below \/auth, which the kernel answers/,
    fix: /prefix of its own/,
  },
  'route-outside': {
    code: 'ROUTE_OUTSIDE_PREFIX',
    manifest: { routes: { api: ['/outside'] } },
    setup: `route(host, '/outsider');`,
    says: /GET \/outsider is outside \/outside/,
    fix: /routes.api in the manifest of route-outside/,
  },
  'route-public': {
    code: 'PUBLIC_ROUTE_UNDECLARED',
    manifest: { routes: { api: ['/route-public'] } },
    setup: `route(host, '/route-public', { public: 'anybody' });`,
    says: /reachable without a session, and the manifest does not say so/,
    fix: /"GET \/route-public" with the reason/,
  },
  'route-address': {
    code: 'PUBLIC_ROUTE_UNDECLARED',
    manifest: { routes: { api: ['/route-address'] }, publicRoutes: { 'GET /route-address': 'a provider' } },
    setup: `route(host, '/route-address', { public: 'a provider', address: true });`,
    says: /has no :address/,
    fix: /Add \/:address/,
  },
  'route-open': {
    code: 'ROUTE_WITHOUT_ACCESS',
    manifest: { routes: { api: ['/route-open'] } },
    setup: `host.route('GET', '/route-open', { handle: async () => null });`,
    says: /GET \/route-open does not say who may call it/,
    fix: /Give the route an access/,
  },
  'permission-unknown': {
    code: 'PERMISSION_UNDECLARED',
    manifest: { routes: { api: ['/permission-unknown'] } },
    setup: `route(host, '/permission-unknown', 'archive:view');`,
    says: /asks for the permission "archive:view"/,
    fix: /Declare "archive:view"/,
  },
  'permission-twice': {
    code: 'PERMISSION_DUPLICATE',
    manifest: { permissions: { 'archive:view': { label: 'label', profiles: ['user'] } } },
    says: /"archive:view" is also one of archive/,
    fix: /Prefix permissions/,
  },
  'permission-kernel': {
    code: 'PERMISSION_DUPLICATE',
    manifest: { permissions: { 'settings:view': { label: 'label', profiles: ['user'] } } },
    says: /"settings:view" is also one of kernel/,
    fix: /Prefix permissions/,
  },
  'setting-twice': {
    code: 'SETTING_DUPLICATE',
    manifest: { settings: { archiveDays: { type: 'string', label: 'label', default: '' } } },
    says: /"archiveDays" is also one of archive/,
    fix: /a name of its own/,
  },
  'toggle-twice': {
    code: 'SETTING_DUPLICATE',
    manifest: { toggle: 'archiveEnabled' },
    says: /"archiveEnabled" is also one of archive/,
    fix: /a name of its own/,
  },
  'service-twice': {
    code: 'SERVICE_DUPLICATE',
    setup: `host.provide(service('archive.papers'), () => ({}));`,
    says: /"archive.papers" is also provided by archive/,
    fix: /Only one plugin/,
  },
  'service-kernel': {
    code: 'SERVICE_DUPLICATE',
    setup: `host.provide(sdk.accounts, () => ({}));`,
    says: /"kernel.accounts" is also provided by kernel/,
    fix: /Only one plugin/,
  },
  'room-twice': {
    code: 'ROOM_DUPLICATE',
    setup: `host.room(room('archive.papers'), { params: z.object({}), may: () => true });`,
    says: /"archive.papers" is also one of archive/,
    fix: /Prefix room ids/,
  },
  'cache-twice': {
    code: 'CACHE_DUPLICATE',
    setup: `host.cache(companyCache('archive.shelf', { load: async () => 2, invalidatedBy: [] }));`,
    says: /"archive.shelf" is also one of archive/,
    fix: /Prefix ids of caches/,
  },
  'job-twice': {
    code: 'JOB_DUPLICATE',
    setup: `host.job(job('archive:sweep'), { data: z.object({}), handle: async () => undefined });`,
    says: /"archive:sweep" is also one of archive/,
    fix: /Prefix job ids/,
  },
  'point-unknown': {
    code: 'POINT_UNKNOWN',
    manifest: { contributes: { 'archive.paper.sort': 1 }, requires: { archive: '*' } },
    setup: `host.contribute(point('archive.paper.sort'), {});`,
    says: /"archive.paper.sort", which no plugin opens/,
    fix: /Correct the name/,
  },
  'point-adds': {
    code: 'POINT_UNDECLARED',
    setup: `host.contribute(point('archive.paper.kind', 2), { name: 'letter' });`,
    says: /its manifest does not name/,
    fix: /"archive.paper.kind": 2 to contributes/,
  },
  'point-opens': {
    code: 'POINT_UNDECLARED',
    setup: `host.open(point('point-opens.shelf'));`,
    says: /its manifest does not provide/,
    fix: /"point-opens.shelf": 1 to provides/,
  },
  'point-old': {
    code: 'POINT_VERSION',
    manifest: { ...kind, contributes: { 'archive.paper.kind': 1 } },
    setup: `host.contribute(point('archive.paper.kind', 1), { name: 'letter' });`,
    says: /version 1, archive opens version 2/,
    fix: /against version 2/,
  },
  'point-item': {
    code: 'CONTRIBUTION_INVALID',
    manifest: kind,
    setup: `host.contribute(point('archive.paper.kind', 2), { name: 5 });`,
    says: /a kind has a name/,
    fix: /contract of archive/,
  },
  'event-unknown': {
    code: 'EVENT_UNKNOWN',
    setup: `host.on(event('archive.paper.burnt'), 'one', handle);`,
    says: /"archive.paper.burnt", which no plugin emits/,
    fix: /Correct the name/,
  },
  'listener-twice': {
    code: 'LISTENER_DUPLICATE',
    setup: `for (let n = 0; n < 2; n += 1) host.on(event('archive.paper.filed'), 'same', handle);`,
    says: /two listeners named "same"/,
    fix: /a name of its own/,
  },
  'table-company': {
    code: 'ENTITY_WITHOUT_COMPANY',
    parts: table('table_company.thing', 'id int primary key'),
    says: /table_company.thing has no company_id/,
    fix: /platformTables/,
  },
  'table-outside': {
    code: 'TABLE_OUTSIDE_SCHEMA',
    parts: table('archive.intruder', own),
    says: /reach outside table_outside: they made archive.intruder/,
    fix: /write only to table_outside/,
  },
  'table-kernel': {
    code: 'TABLE_OUTSIDE_SCHEMA',
    parts: `migrations: [{ name: '0001-init', sql: ['grant select on kernel.session to balcao_app'] }],`,
    says: /altered kernel.session/,
    fix: /write only to table_kernel/,
  },
  'view-owner': {
    code: 'VIEW_WITHOUT_INVOKER',
    parts: `migrations: [{ name: '0001-init', sql: ['create table view_owner.thing (${own})', 'create view view_owner.all_things as select * from view_owner.thing'] }],`,
    says: /view_owner.all_things would run as its owner/,
    fix: /security_invoker = on/,
  },
  'key-plain': {
    code: 'FOREIGN_KEY_WITHOUT_COMPANY',
    manifest: { requires: { archive: '*' } },
    parts: table('key_plain.thing', `${own}, paper_id int references archive.paper (id)`),
    says: /point at a row of archive.paper that belongs to another company/,
    fix: /foreign key \(company_id, paper_id\)/,
  },
  'migration-breaks': {
    code: 'MIGRATION_FAILED',
    parts: table('migration_breaks.thing', `${own}, note varchar(nonsense)`),
    says: /0001-init: create table migration_breaks.thing/,
    fix: /correct the migration/,
  },
  ...faultyBundles,
};
