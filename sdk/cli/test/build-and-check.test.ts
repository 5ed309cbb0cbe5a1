import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder, runBalcao, type CommandOutput } from './run-balcao.ts';

// Each command is a process, and some start a product, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let place: Awaited<ReturnType<typeof temporaryFolder>>;
/** A new plugin, of which every test spoils a copy. */
let sound: string;
beforeAll(async () => {
  place = await temporaryFolder();
  await runBalcao(place.folder, ['create', 'spoilt']);
  sound = join(place.folder, 'spoilt');
});
afterAll(() => place?.remove());

/** A file, an original text in it, and its replacement. */
type Change = readonly [file: string, from: string, to: string];

async function spoil(root: string, [file, from, to]: Change): Promise<void> {
  const text = await readFile(join(root, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(
    join(root, file),
    text.replace(from, () => to),
  );
}

/** Copies the plugin into a folder of its own, with changes. */
async function spoilt(folder: string, changes: readonly Change[]): Promise<string> {
  const root = join(place.folder, folder);
  await cp(sound, root, { recursive: true, verbatimSymlinks: true });
  for (const change of changes) await spoil(root, change);
  return root;
}

/** The same without a configuration of types: a check of faults that are not of types does without the compiler. */
async function spoiltUntyped(folder: string, changes: readonly Change[]): Promise<string> {
  const root = await spoilt(folder, changes);
  await rm(join(root, 'tsconfig.json'));
  return root;
}

/** Checks a plugin once for all tests that look for its faults. */
const once = (check: () => Promise<CommandOutput>): (() => Promise<CommandOutput>) => {
  let checked: Promise<CommandOutput> | undefined;
  return () => (checked ??= check());
};
const codes = (text: string): string[] => [...text.matchAll(/✗ ([A-Z_]+)/g)].map(([, code = '']) => code);

test('A build reports every fault of texts and bundles, and keeps the former build', async () => {
  const root = await spoilt('texts', []);
  const good = await runBalcao(root, ['build']);
  expect(good.code, good.text).toBe(0);
  const former = await readFile(join(root, 'build', 'spoilt', 'build.json'), 'utf8');
  const changes: Change[] = [
    ['locales/en.json', '"none": "No notes yet",', ''],
    ['locales/es.json', '“{{note}}”', '“{{nota}}”'],
    ['locales/pt.json', '"add": "Anotar"', '"add": " "'],
    ['server/index.ts', 'import manifest', "import left from 'left-pad';\nimport manifest"],
    ['server/index.ts', 'migrations,\n', 'migrations: [...migrations, ...left],\n'],
    [
      'client/NotesPage.tsx',
      'import { Checkbox }',
      "import { renderToString } from 'react-dom/server';\nimport { Checkbox }",
    ],
    ['client/NotesPage.tsx', 'const t = useT();', 'const t = useT();\n  renderToString(null);'],
  ];
  for (const change of changes) await spoil(root, change);
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
  expect(await readFile(join(root, 'build', 'spoilt', 'build.json'), 'utf8')).toBe(former);
});

/** A plugin with faults that the kernel reports, and with others that only its source shows. */
const checkedCode = once(async () => {
  const root = await spoilt('code', [
    ['manifest.ts', "'spoilt:view': {", "'spoilt:look': {"],
    ['manifest.ts', "contributes: { 'tickets.drawer.panel': 1 },", "exposes: { 'spoilt.list': 1 },"],
    ['server/routes.ts', "'/spoilt/:id'", "'/elsewhere/:id'"],
    ['server/routes.ts', "access: 'signed-in',\n    summary: 'Notes of one", "summary: 'Notes of one"],
    ['server/routes.ts', 'import', "import { tags } from '@balcao/tags/contract';\nimport"],
    [
      'server/clean-up.ts',
      'host.job(cleanUp, {',
      [
        'const days: string = 3;',
        'void [days, `select 1 from tickets.message`];',
        "host.contribute({ kind: 'point', id: 'nobody.opens', version: 1 }, {});",
        'host.job(cleanUp, {',
      ].join('\n  '),
    ],
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
    ['contract.ts', 'import { job }', 'import { component, job }'],
    ['contract.ts', '/** Removes', "export const list = component<{ day: string }>('spoilt.list', 2);\n/** Removes"],
  ]);
  return runBalcao(root, ['check']);
});

test('A check reports every fault that the kernel would report, each with its fix', async () => {
  const { code, text } = await checkedCode();
  expect(code).toBe(1);
  expect(codes(text)).toEqual(
    expect.arrayContaining(['PERMISSION_UNDECLARED', 'ROUTE_OUTSIDE_PREFIX', 'POINT_UNKNOWN']),
  );
  expect(text).toContain('Declare "spoilt:view" under permissions');
});

test('A check reports a route without an access rule', async () => {
  const { text } = await checkedCode();
  expect(text).toContain('GET /spoilt/tickets/:ticketId does not say who may call it');
  expect(text).not.toContain('"undefined"');
});

test('A check reports faults of the source: undeclared contracts, SQL outside of contracts, components that are not exposed, server code in the browser, texts, error codes, progress indicators without a name, and types', async () => {
  const { text } = await checkedCode();
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

/** A plugin whose migration makes a table without a company, and writes rows of another plugin. */
const checkedTables = once(async () => {
  const index = 'create index on spoilt.note (company_id, ticket_id, id)`';
  const more = ['create table spoilt.open (id int primary key)', 'update tickets.ticket set status = status'];
  const root = await spoiltUntyped('tables', [
    ['migrations/index.ts', index, [index, ...more.map((statement) => `\`${statement}\``)].join(',\n      ')],
  ]);
  return runBalcao(root, ['check']);
});

test('A check runs the migrations and rejects a table without a company', async () => {
  const { code, text } = await checkedTables();
  expect(code).toBe(1);
  expect(codes(text)).toContain('ENTITY_WITHOUT_COMPANY');
});

test('A check runs migrations on tables with rows and rejects one that writes rows of another plugin', async () => {
  const { text } = await checkedTables();
  expect(codes(text)).toEqual(['SQL_OUTSIDE_CONTRACT', 'ENTITY_WITHOUT_COMPANY', 'TABLE_OUTSIDE_SCHEMA']);
  expect(text).toContain('wrote rows of tickets.ticket');
});

test('An invalid manifest is reported field by field before anything is built', async () => {
  const root = await spoilt('manifest', [
    ['manifest.ts', "version: '0.1.0'", "version: 'one', colour: 'red'"],
    ['manifest.ts', "sdk: '^0.1.0'", "sdk: ''"],
  ]);
  const { code, text } = await runBalcao(root, ['build']);
  expect(code).toBe(1);
  expect(codes(text)).toEqual(['MANIFEST_INVALID', 'MANIFEST_INVALID', 'MANIFEST_INVALID']);
  expect(text).toContain('unknown field "colour"');
});

test('A plugin for another SDK is rejected with the version of this one', async () => {
  const root = await spoiltUntyped('range', [['manifest.ts', "sdk: '^0.1.0'", "sdk: '^0.0.1'"]]);
  const { code, text } = await runBalcao(root, ['check']);
  expect(code).toBe(1);
  expect(codes(text)).toContain('SDK_INCOMPATIBLE');
});

test('An import of another plugin’s private file is reported in one sentence, without a stack', async () => {
  const root = await spoilt('inside', [
    ['server/resolved.ts', 'import', "import '@balcao/tickets/server/index.ts';\nimport"],
  ]);
  const { code, text } = await runBalcao(root, ['build']);
  expect([code, codes(text)]).toEqual([1, ['BUNDLE_FORBIDDEN_PACKAGE']]);
  expect(text).toContain(
    'server/resolved.ts imports "@balcao/tickets/server/index.ts", which @balcao/tickets keeps to itself',
  );
  expect(text).not.toMatch(/<unknown>|\n +at /);
});
