import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeBuildJson, writeInstallable } from '@balcao/sdk/build';

const sdk = '0.1.0';

const manifestOf = (id: string): object => ({
  id,
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Generated',
  license: 'MIT',
  sdk: '^0.1.0',
  permissions: { [`${id}:view`]: { label: 'permission.view', profiles: ['admin'] } },
  settings: { [`${id}Days`]: { type: 'integer', label: 'setting.days', default: 30 } },
  routes: { api: [`/${id}`], pages: [`/${id}`] },
  emits: { [`${id}.note.added`]: 1 },
  contributes: { 'app.route': 1, 'app.menu': 1 },
});

/** Generates the server bundle of a small plugin: a table, two routes, an event with a listener, a job, a setting. */
const serverOf = (
  id: string,
): string => `import { definePlugin, event, job, notFound, sql, z } from '@balcao/sdk/server';
const added = event('${id}.note.added');
const sweep = job('${id}:sweep');
const Note = z.object({ id: z.number().int(), text: z.string(), at: z.string(), tags: z.array(z.string()) });
const NewNote = z.object({ text: z.string().trim().min(1).max(2000), tags: z.array(z.string().max(40)).max(20).default([]) });
export default definePlugin({}, {
  migrations: [{ name: '0001-init', sql: [
    \`create table ${id}.note (
       id int generated always as identity primary key,
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       text text not null, tags text[] not null default '{}', at timestamptz not null default now(),
       unique (company_id, id))\`,
    'create index note_newest on ${id}.note (company_id, at desc)',
  ] }],
  setup(host) {
    host.route('GET', '/${id}/notes', {
      access: '${id}:view',
      input: { query: z.object({ page: z.coerce.number().int().min(1).default(1) }) },
      output: z.array(Note),
      handle: ({ query }, scope) => scope.sql.rows(sql\`select id, text, tags, at from ${id}.note order by at desc limit 20 offset \${(query.page - 1) * 20}\`),
    });
    host.route('POST', '/${id}/notes', {
      access: '${id}:view',
      input: { body: NewNote },
      output: Note,
      handle: ({ body }, scope) => scope.tx(async (inner) => {
        const row = await inner.sql.one(sql\`insert into ${id}.note (text, tags) values (\${body.text}, \${body.tags}) returning id, text, tags, at\`);
        if (!row) throw notFound('ERR_NOT_FOUND');
        await inner.emit(added, \`note:\${row.id}\`, { id: row.id });
        return row;
      }),
    });
    host.on(added, 'remember', async ({ id }, scope) => void (await scope.sql.run(sql\`update ${id}.note set at = now() where id = \${id}\`)));
    host.job(sweep, {
      data: z.object({}),
      every: '1 day',
      handle: async (_data, scope) => void (await scope.sql.run(sql\`delete from ${id}.note where at < now() - make_interval(days => \${scope.settings.get('${id}Days')})\`)),
    });
  },
});
`;

const entryOf = (id: string): string => `import{defineClient,lazyPart,point}from'@balcao/sdk/client';
export default defineClient({id:'${id}'},h=>{h.add(point('app.route'),{id:'${id}',path:'/${id}',page:lazyPart(()=>import('./Page-00000000.js'))});h.add(point('app.menu'),{id:'${id}',path:'/${id}',title:'menu'})});
`;
const pageOf = (id: string): string => `import{jsx}from'react/jsx-runtime';
export default()=>jsx('main',{children:'${id} ${'text of a page '.repeat(100)}'});
`;

const texts = (language: string): string =>
  JSON.stringify({
    manifest: { title: `Notes (${language})`, description: 'What was noted down.' },
    menu: 'Notes',
    permission: { view: 'See notes' },
    setting: { days: 'Days that notes are kept' },
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`text${n}`, `A sentence of an ordinary length, ${n}.`]),
    ),
  });

/** Writes one built plugin as it is installed from outside. */
const writePlugin = async (folder: string, id: string): Promise<void> => {
  const files: Record<string, string> = {
    'plugin.json': JSON.stringify(manifestOf(id)),
    'server/index.js': serverOf(id),
    'dist/client.js': entryOf(id),
    'dist/Page-00000000.js': pageOf(id),
    ...Object.fromEntries(['pt', 'en', 'es'].map((language) => [`locales/${language}.json`, texts(language)])),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await writeBuildJson(path.join(folder, 'dist'), 'client.js', sdk);
  await writeInstallable(folder, { id, version: '1.0.0', sdk, shared: { react: '19.3.1' } });
};

/** Returns `notesaa`, `notesab`, …: permissions take letters only. */
export const generatedId = (n: number): string =>
  `notes${[Math.floor(n / 26), n % 26].map((at) => String.fromCharCode(97 + at)).join('')}`;

export const writePlugins = async (folder: string, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await writePlugin(path.join(folder, generatedId(n)), generatedId(n));
};
