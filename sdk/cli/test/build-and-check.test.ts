import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder, runBalcao } from './run-balcao.ts';

// Each command is a process, and some start a product, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  place = await temporaryFolder();
});
afterAll(() => place?.remove());

/** Creates a plugin with changes: file, original text, replacement. */
async function spoilt(id: string, changes: readonly (readonly [string, string, string])[]): Promise<string> {
  await runBalcao(place.folder, ['create', id]);
  const root = join(place.folder, id);
  for (const [file, from, to] of changes) {
    const text = await readFile(join(root, file), 'utf8');
    expect(text).toContain(from);
    await writeFile(
      join(root, file),
      text.replace(from, () => to),
    );
  }
  return root;
}
const codes = (text: string): string[] => [...text.matchAll(/✗ ([A-Z_]+)/g)].map(([, code = '']) => code);

test('A build reports every fault of texts and bundles, and keeps the former build', async () => {
  const root = await spoilt('spoilt-texts', []);
  const good = await runBalcao(root, ['build']);
  expect(good.code, good.text).toBe(0);
  const former = await readFile(join(root, 'build', 'spoilt-texts', 'build.json'), 'utf8');
  await spoil(root, 'locales/en.json', '"none": "No notes yet",', '');
  await spoil(root, 'locales/es.json', '“{{note}}”', '“{{nota}}”');
  await spoil(root, 'locales/pt.json', '"add": "Anotar"', '"add": " "');
  await spoil(root, 'server/index.ts', 'import manifest', "import left from 'left-pad';\nimport manifest");
  await spoil(root, 'server/index.ts', 'migrations,\n', 'migrations: [...migrations, ...left],\n');
  await spoil(
    root,
    'client/NotesPage.tsx',
    'import { Checkbox }',
    "import { renderToString } from 'react-dom/server';\nimport { Checkbox }",
  );
  await spoil(root, 'client/NotesPage.tsx', 'const t = useT();', 'const t = useT();\n  renderToString(null);');
  const { code, text } = await runBalcao(root, ['build']);
  expect(code).toBe(1);
  for (const wanted of [
    'LOCALE_MISSING',
    'LOCALE_PLACEHOLDER',
    'LOCALE_EMPTY',
    'BUNDLE_IMPORT',
    'BUNDLE_FORBIDDEN_PACKAGE',
  ])
    expect(codes(text)).toContain(wanted);
  expect(text).toContain('npm install left-pad');
  expect(await readFile(join(root, 'build', 'spoilt-texts', 'build.json'), 'utf8')).toBe(former);
});

async function spoil(root: string, file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(root, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(
    join(root, file),
    text.replace(from, () => to),
  );
}

test('A check reports every fault that the kernel would report, each with its fix', async () => {
  const root = await spoilt('spoilt-routes', [
    ['manifest.ts', "'spoilt-routes:view': {", "'spoilt-routes:look': {"],
    ['manifest.ts', "contributes: { 'tickets.drawer.panel': 1 },", ''],
    ['server/routes.ts', "'/spoilt-routes/:id'", "'/elsewhere/:id'"],
    [
      'server/clean-up.ts',
      'host.job(cleanUp, {',
      "host.contribute({ kind: 'point', id: 'nobody.opens', version: 1 }, {});\n  host.job(cleanUp, {",
    ],
  ]);
  const { code, text } = await runBalcao(root, ['check']);
  expect(code).toBe(1);
  expect(codes(text)).toEqual(
    expect.arrayContaining(['PERMISSION_UNDECLARED', 'ROUTE_OUTSIDE_PREFIX', 'POINT_UNKNOWN']),
  );
  expect(text).toContain('Declare "spoilt-routes:view" under permissions');
});

test('A check runs the migrations and rejects a table without a company and a table in another schema', async () => {
  const root = await spoilt('spoilt-tables', [
    [
      'migrations/index.ts',
      'create index on spoilt_tables.note (company_id, ticket_id, id)`',
      'create index on spoilt_tables.note (company_id, ticket_id, id)`,\n      `create table spoilt_tables.open (id int primary key)`',
    ],
  ]);
  const { code, text } = await runBalcao(root, ['check']);
  expect(code).toBe(1);
  expect(codes(text)).toContain('ENTITY_WITHOUT_COMPANY');
});

test('An invalid manifest is reported field by field before anything is built', async () => {
  const root = await spoilt('spoilt-manifest', [
    ['manifest.ts', "version: '0.1.0'", "version: 'one', colour: 'red'"],
    ['manifest.ts', "sdk: '^0.1.0'", "sdk: ''"],
  ]);
  const { code, text } = await runBalcao(root, ['build']);
  expect(code).toBe(1);
  expect(codes(text)).toEqual(['MANIFEST_INVALID', 'MANIFEST_INVALID', 'MANIFEST_INVALID']);
  expect(text).toContain('unknown field "colour"');
});

test('A plugin for another SDK is rejected with the version of this one', async () => {
  const root = await spoilt('spoilt-range', [['manifest.ts', "sdk: '^0.1.0'", "sdk: '^0.0.1'"]]);
  const { code, text } = await runBalcao(root, ['check']);
  expect(code).toBe(1);
  expect(codes(text)).toContain('SDK_INCOMPATIBLE');
});

test('A check reports faults of the source: undeclared contracts, SQL outside of contracts, components that are not exposed, server code in the browser, texts, error codes, progress indicators without a name, and types', async () => {
  const root = await spoilt('spoilt-source', [
    ['server/routes.ts', 'import', "import { tags } from '@balcao/tags/contract';\nimport"],
    [
      'client/NotesPage.tsx',
      'import { Checkbox }',
      "import { notFound } from '@balcao/sdk/server';\nimport { Checkbox, Spinner }",
    ],
    ['client/NotesPage.tsx', "t('page.none')", "t('page.nome')"],
    [
      'client/NotesPage.tsx',
      'const t = useT();',
      "const t = useT();\n  if (t('page.note') === '-') throw notFound('ERR_NO_PAGE_HERE');\n  void (<Spinner />);",
    ],
    [
      'server/clean-up.ts',
      'host.job(cleanUp, {',
      'const days: string = 3;\n  void [tags, days, `select 1 from tickets.message`];\n  host.job(cleanUp, {',
    ],
    ['contract.ts', 'import { job }', 'import { component, job }'],
    [
      'contract.ts',
      '/** Removes',
      "export const list = component<{ day: string }>('spoilt-source.list', 2);\n/** Removes",
    ],
    ['manifest.ts', 'contributes: {', "exposes: { 'spoilt-source.list': 1 },\n  contributes: {"],
  ]);
  const { code, text } = await runBalcao(root, ['check']);
  expect(code).toBe(1);
  expect(text).toContain('imports the contract of tags');
  expect(text).toContain('its SQL reads or writes tickets.message, which no contract publishes');
  expect(text).toContain('holds code of the server');
  expect(text).toContain('"page.nome", which is not in locales/pt.json');
  expect(text).toContain('ERR_NO_PAGE_HERE, which has no text');
  expect(text).toContain('its Spinner says nothing');
  expect(text).toContain('Import Spinner from @balcao/sdk/ui');
  expect(text).toMatch(/TYPE_ERROR {2}server\/clean-up\.ts\(\d+,\d+\)/);
  expect(codes(text)).toEqual(
    expect.arrayContaining([
      'CONTRACT_UNDECLARED',
      'SQL_OUTSIDE_CONTRACT',
      'COMPONENT_UNDECLARED',
      'COMPONENT_MISSING',
      'BUNDLE_SERVER_CODE',
      'LOCALE_MISSING',
      'PROGRESS_UNNAMED',
      'TYPE_ERROR',
    ]),
  );
});

test('A check runs migrations on tables with rows and rejects one that writes rows of another plugin', async () => {
  const root = await spoilt('spoilt-rows', [
    [
      'migrations/index.ts',
      'create index on spoilt_rows.note (company_id, ticket_id, id)`',
      'create index on spoilt_rows.note (company_id, ticket_id, id)`,\n      `update tickets.ticket set status = status`',
    ],
  ]);
  const { code, text } = await runBalcao(root, ['check']);
  expect([code, codes(text)]).toEqual([1, ['SQL_OUTSIDE_CONTRACT', 'TABLE_OUTSIDE_SCHEMA']]);
  expect(text).toContain('wrote rows of tickets.ticket');
});

test('A check reports a route without an access rule', async () => {
  const root = await spoilt('spoilt-access', [['server/routes.ts', "access: 'spoilt-access:view',", '']]);
  const { code, text } = await runBalcao(root, ['check']);
  expect(code).toBe(1);
  expect(text).toContain('GET /spoilt-access does not say who may call it');
  expect(text).not.toContain('"undefined"');
});

test('An import of another plugin’s private file is reported in one sentence, without a stack', async () => {
  const root = await spoilt('spoilt-inside', [
    ['server/resolved.ts', 'import', "import '@balcao/tickets/server/index.ts';\nimport"],
  ]);
  const { code, text } = await runBalcao(root, ['build']);
  expect([code, codes(text)]).toEqual([1, ['BUNDLE_FORBIDDEN_PACKAGE']]);
  expect(text).toContain(
    'server/resolved.ts imports "@balcao/tickets/server/index.ts", which @balcao/tickets keeps to itself',
  );
  expect(text).not.toMatch(/<unknown>|\n +at /);
});
