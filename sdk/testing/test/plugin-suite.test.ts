import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildServer, writeInstallable } from '@balcao/sdk/build';
import { hashOfFiles, integrityOf } from '../../build/build-json.ts';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { companyRoom } from '@balcao/sdk/server';
import { checks } from '../suite/checks/index.ts';
import { permissions } from '../suite/checks/access.ts';
import { isolation, filledTables } from '../suite/checks/isolation.ts';
import { badInput } from '../suite/checks/bad-input.ts';
import { browserPart } from '../suite/checks/browser-part.ts';
import { upgrades } from '../suite/checks/migrations.ts';
import { declarations } from '../suite/checks/declarations.ts';
import { sideEffects, switching } from '../suite/checks/switching.ts';
import { texts } from '../suite/checks/texts.ts';
import type { Check } from '../suite/checks/check.ts';
import { withNeeds } from '../suite/plugin-folder.ts';
import { damaging, openSuiteHost, sharedCompany, subjectOn, type SuiteHost } from '../suite/suite-host.ts';

const databaseUrl = inject('databaseUrl');
const sound = path.join(import.meta.dirname, 'fixtures', 'stock');
const repository = path.join(import.meta.dirname, '..', '..', '..');

interface Flaw {
  /** The defect, as the end of a sentence. */
  wrong: string;
  check: Check;
  says: RegExp | RegExp[];
  /** Replacements in files of the sound plugin. */
  change?: Record<string, [from: string, to: string][]>;
  add?: Record<string, string>;
}
const server = 'server/index.ts';

const flaws: Record<string, Flaw> = {
  stockcache: {
    wrong: 'remembers rows by their number alone',
    check: isolation,
    says: /GET \/stockcache\/items\/:id shows another company's row/,
    change: {
      [server]: [
        ['const itemOf = async', 'const remembered = new Map<number, Item>();\nconst itemOf = async'],
        [
          '  const item = await',
          '  const known = remembered.get(id);\n  if (known) return known;\n  const item = await',
        ],
        ['  return item;', '  remembered.set(id, item);\n  return item;'],
      ],
    },
  },
  stockscope: {
    wrong: 'keeps the scope of the first who called',
    check: isolation,
    says: /rows of stockscope\.item were changed by another company/,
    change: {
      [server]: [
        [
          'const itemOf = async (id: number, scope: Scope)',
          'let first: Scope | undefined;\nconst itemOf = async (id: number, own: Scope)',
        ],
        ['  const item = await scope', '  const scope = (first ??= own);\n  const item = await scope'],
        [
          'await scope.sql.run(sql`update stock.item set name',
          'await (first ?? scope).sql.run(sql`update stock.item set name',
        ],
      ],
    },
  },
  stockbetray: {
    wrong: 'answers otherwise for numbers that somebody has',
    check: isolation,
    says: /tells that another company's row exists: 403/,
    change: {
      [server]: [
        ['const itemOf = async', 'const seen = new Set<number>();\nconst itemOf = async'],
        [
          "  if (!item) throw notFound('ERR_NO_ITEM_FOUND');",
          "  if (!item) throw seen.has(id) ? forbidden() : notFound('ERR_NO_ITEM_FOUND');\n  seen.add(id);",
        ],
        ['notFound, sql', 'forbidden, notFound, sql'],
      ],
    },
  },
  stockthrows: {
    wrong: 'takes for granted what is sent',
    check: badInput,
    says: /PUT \/stockthrows\/items\/:id with .* answered 500/,
    change: {
      [server]: [
        ['input: { params, body }', 'input: { params, body: z.any() }'],
        ['const { id } = await itemOf', 'request.body.name.trim();\n        const { id } = await itemOf'],
      ],
    },
  },
  stockshape: {
    wrong: 'answers errors in a shape of its own',
    check: badInput,
    says: /answered 418 \{"message":"no"\}/,
    change: {
      [server]: [
        [
          'handle: (request, scope) => itemOf',
          "handle: async (request, scope) => request.params.id === 2147483647 ? scope.sql.one<Item>(sql`select 1`) : new Reply(418, { message: 'no' }) ?? itemOf",
        ],
        ['notFound, sql', 'notFound, Reply, sql'],
      ],
    },
  },
  stockloose: {
    wrong: 'leaves timers and listeners behind',
    check: sideEffects,
    says: [
      /setInterval\(5000 ms\) begun .*stockloose\/server\/index\.ts/,
      /setInterval\(1000 ms\) begun .*stockloose\/server\/index\.ts/,
      /setTimeout\(86400000 ms\) begun/,
      /process\.on\('SIGUSR2'\) begun/,
    ],
    change: {
      [server]: [
        ['export default', 'setInterval(() => undefined, 5000).unref();\nexport default'],
        [
          'await scope.sql.run(sql`update stock.item set size = 0',
          'setInterval(() => undefined, 1000).unref();\n        await scope.sql.run(sql`update stock.item set size = 0',
        ],
        [
          'const { id } = await itemOf',
          'setTimeout(() => undefined, 86_400_000).unref();\n        const { id } = await itemOf',
        ],
        [
          'await scope.sql.run(sql`update stock.item set size = length',
          "process.on('SIGUSR2', () => undefined);\n      await scope.sql.run(sql`update stock.item set size = length",
        ],
      ],
    },
  },
  stocklocale: {
    wrong: 'lacks a text in Spanish',
    check: texts,
    says: /locales\/es\.json lacks "unit"/,
    change: { 'locales/es.json': [['"unit": "Unidad",', '']] },
  },
  stockempty: {
    wrong: 'left a text empty',
    check: texts,
    says: /"unit" of locales\/en\.json is empty/,
    change: { 'locales/en.json': [['"Unit"', '" "']] },
  },
  stockplace: {
    wrong: 'forgot the figure in a translation',
    check: texts,
    says: /"left" has \{\{count\}\} in pt and \{\{\}\} in en/,
    change: {
      'locales/en.json': [
        ['{{count}} piece ', 'A piece '],
        ['{{count}} pieces', 'pieces'],
      ],
    },
  },
  stocklabel: {
    wrong: 'names a text that nobody wrote',
    check: texts,
    says: /lacks "editing", which the manifest names/,
    change: { 'manifest.ts': [["label: 'edit'", "label: 'editing'"]] },
  },
  stockupgrade: {
    wrong: 'adds a column that old rows cannot have',
    check: upgrades,
    says: /from the one up to 0001-init: MIGRATION_FAILED: .*contains null values/,
    change: { [server]: [['size int not null default 0', 'size int not null']] },
  },
  stockedited: {
    wrong: 'changed a migration after it was shipped',
    check: upgrades,
    says: /from 1\.0\.0: MIGRATION_EDITED: 0001-init was changed after it ran/,
    add: {
      'test/releases/1.0.0/0001-init.sql': `create table stock.item (id int generated always as identity primary key,
      company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade, title text)`,
    },
  },
  stockfull: {
    wrong: 'has a table that only its author can fill',
    check: filledTables,
    says: /no row could be made for stockfull\.movement .*: make one in test\/seed\.ts/,
    change: { [server]: [['note text', "note text not null check (note ~ '^NF-e [0-9]{4}$')"]] },
  },
  stockroom: {
    wrong: 'takes a name for its room that is everybody’s',
    check: declarations,
    says: /the room or job "item" does not start with "stockroom\."/,
    change: { 'contract.ts': [["'stock.item');\n", "'item');\n"]] },
  },
  stockrange: {
    wrong: 'is written for another platform',
    check: declarations,
    says: /SDK_INCOMPATIBLE/,
    change: { 'manifest.ts': [["'^0.1.0'", "'^9.0.0'"]] },
  },
  stockimport: {
    wrong: 'imports in the browser what no page has',
    check: browserPart,
    says: /BUNDLE_IMPORT: client\.js imports "lodash"/,
    add: { 'dist/client.js': `import 'lodash';\n` },
  },
  stockheavy: {
    wrong: 'makes everybody wait for its browser part',
    check: browserPart,
    says: /BUNDLE_ENTRY_SIZE: client\.js is \d+ bytes, the limit is 10240/,
    add: { 'dist/client.js': `export default '${'x'.repeat(11_000)}';\n` },
  },
};

let home: string;
let suiteHost: SuiteHost;

const write = async (id: string, { change = {}, add = {} }: Pick<Flaw, 'change' | 'add'>): Promise<string> => {
  const dir = path.join(home, id);
  await cp(sound, dir, { recursive: true });
  for (const file of ['manifest.ts', 'contract.ts', server, 'locales/pt.json', 'locales/en.json', 'locales/es.json']) {
    let text = await readFile(path.join(dir, file), 'utf8');
    for (const [from, to] of change[file] ?? []) {
      if (!text.includes(from)) throw new Error(`${file} holds no ${from}`);
      text = text.replace(from, () => to);
    }
    await writeFile(path.join(dir, file), text.replaceAll(/\bstock(?=\b|Unit)/g, id));
  }
  for (const [file, text] of Object.entries(add)) {
    await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
    await writeFile(path.join(dir, file), text.replaceAll(/\bstock\b/g, id));
  }
  const client = add['dist/client.js'];
  if (client !== undefined) {
    const files = { 'client.js': { integrity: integrityOf(Buffer.from(client)), size: Buffer.byteLength(client) } };
    const build = { sdk: '0.1.0', hash: hashOfFiles(files), entry: 'client.js', files };
    await writeFile(path.join(dir, 'dist', 'build.json'), JSON.stringify(build));
  }
  return dir;
};

/** Installs the plugin as operators do: bundled, with a list of files, without its source. */
const build = async (id: string): Promise<string> => {
  const root = await write(id, {});
  const dir = path.join(home, 'installed', id);
  await buildServer({ root, outDir: path.join(dir, 'server') });
  const { default: manifest } = (await import(path.join(root, 'manifest.ts'))) as { default: PluginManifest };
  await writeFile(path.join(dir, 'plugin.json'), JSON.stringify(manifest));
  await cp(path.join(root, 'locales'), path.join(dir, 'locales'), { recursive: true });
  await writeInstallable(dir, { id, version: manifest.version, sdk: '0.1.0', shared: {} });
  return dir;
};

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'balcao-flaws-'));
  await symlink(path.join(repository, 'node_modules'), path.join(home, 'node_modules'));
  await writeFile(path.join(home, 'package.json'), '{ "type": "module" }');
  const folders = [await write('stock', {}), await build('stockbuilt')];
  for (const [id, flaw] of Object.entries(flaws)) folders.push(await write(id, flaw));
  suiteHost = await openSuiteHost(databaseUrl, await withNeeds(folders[0] ?? '', folders.slice(1)));
});
afterAll(async () => {
  await suiteHost?.close();
  await rm(home, { recursive: true, force: true });
});

const subjectOf = (id: string, folder = home) =>
  subjectOn(suiteHost, { root: path.join(folder, id), databaseUrl }, sharedCompany);

test.each([
  ['source', 'stock', ''],
  ['built', 'stockbuilt', 'installed'],
])(
  'a %s plugin without a flaw passes everything, and is truly called and filled meanwhile',
  async (_kind, id, folder) => {
    const subject = await subjectOf(id, path.join(home, folder));
    expect(subject.ours.empty).toEqual(new Map());
    for (const { title: says, run, isDamaging } of checks)
      expect(await run(isDamaging ? damaging(subject) : subject), says).toEqual([]);
    const called = subject.watch.calls.filter(({ plugin }) => plugin === id);
    expect(new Set(called.map(({ kind }) => kind))).toEqual(new Set(['route', 'event', 'job', 'room']));
  },
);

test.each(Object.entries(flaws).map(([id, flaw]) => [flaw.wrong, id, flaw] as const))(
  'an author who %s is told so',
  async (_wrong, id, { check, says }) => {
    const subject = await subjectOf(id);
    const found = await check.run(check.isDamaging ? damaging(subject) : subject);
    for (const one of [says].flat()) expect(found.join('\n')).toMatch(one);
  },
);

test('The suite also detects a platform that does not enforce its checks', async () => {
  const subject = await subjectOf('stock');
  const { switches, identity, sockets } = suiteHost.host.kernel;
  Object.assign(switches, { isOn: () => true });
  Object.assign(identity.permissions, { can: () => true });
  // Browsers do hear that it went off: the suite would wait for that message as long as it may take.
  const telling = setInterval(
    () => sockets.emitHere(subject.theirs.company.id, companyRoom.id, {}, 'module', { plugin: 'stock', on: false }),
    200,
  );
  try {
    expect((await permissions.run(subject)).join('\n')).toMatch(/PUT \/stock\/items\/:id answered 400 .*not 403/);
    const found = (await switching.run(damaging(subject))).join('\n');
    expect(found).toMatch(/GET \/stock\/items answered 200 , not 404 ERR_PLUGIN_DISABLED/);
    expect(found).toMatch(/the room stock\.item answered ok while it was off/);
    expect(found).toMatch(/stock\.item\.counted ran while it was off/);
    expect(found).toMatch(/stock:count ran while it was off/);
  } finally {
    clearInterval(telling);
    Reflect.deleteProperty(switches, 'isOn');
    Reflect.deleteProperty(identity.permissions, 'can');
  }
}, 120_000);

test('Rows that cannot be derived from the schema come from test/seed.ts', async () => {
  await mkdir(path.join(home, 'stockfull', 'test'), { recursive: true });
  await writeFile(
    path.join(home, 'stockfull', 'test', 'seed.ts'),
    `import { sql } from '@balcao/sdk/server';
export default async ({ company, secret }) => {
  const { sql: run } = company.scope('stockfull');
  const item = await run.one(sql\`insert into stockfull.item (name) values (\${secret}) returning id\`);
  await run.run(sql\`insert into stockfull.movement (item_id, kind, quantity, note) values (\${item.id}, 'in', 1, 'NF-e 1234')\`);
  return { ids: { itemId: item.id } };
};\n`,
  );
  const subject = await subjectOf('stockfull');
  expect(await filledTables.run(subject)).toEqual([]);
  expect(await isolation.run(subject)).toEqual([]);
});
