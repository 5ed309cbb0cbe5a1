import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { sdkVersion } from '@balcao/sdk/version';
import { camelFrom, permissionFrom } from './naming.ts';

export const kinds = {
  feature: 'A feature: a page, a table, routes, a job, a panel beside a conversation',
  channel: 'A channel: messages in and out through a provider (an SMS gateway over HTTP)',
} as const;
export type Kind = keyof typeof kinds;

export interface PluginNames {
  id: string;
  title: string;
  publisher: string;
}

/** Names in the templates, which are plugins that run as they are, that become the new plugin's names. */
const placeholders: Readonly<Record<Kind, { id: string; title: string }>> = {
  feature: { id: 'example-notes', title: 'Example notes' },
  channel: { id: 'example-sms', title: 'Example SMS' },
};
const publisherPlaceholder = 'Example publisher';

const escapes: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/\.json$/, (text) => JSON.stringify(text).slice(1, -1)],
  [/\.tsx?$/, (text) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")],
];

/** Returns a file's text with the new plugin's names. */
function renamed(file: string, text: string, kind: Kind, { id, title, publisher }: PluginNames): string {
  const from = placeholders[kind];
  const safe = escapes.find(([ending]) => ending.test(file))?.[1] ?? ((word: string) => word);
  const names: readonly (readonly [string, string])[] = [
    [`'${from.id}:`, `'${permissionFrom(id)}:`],
    [from.id, id],
    [from.id.replaceAll('-', '_'), id.replaceAll('-', '_')],
    [camelFrom(from.id), camelFrom(id)],
    [from.title, safe(title)],
    [publisherPlaceholder, safe(publisher)],
    ['SDK_VERSION', sdkVersion],
  ];
  return names.reduce((all, [name, put]) => all.replaceAll(name, () => put), text);
}

const templatesFolder = (checkout: string, kind: Kind): string => join(checkout, 'sdk', 'templates', kind);

/** Writes a template under new names. Returns the number of files. */
export async function writeTemplate(kind: Kind, folder: string, names: PluginNames, checkout: string): Promise<number> {
  const from = templatesFolder(checkout, kind);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(sep).includes('node_modules'));
  for (const file of files) {
    // npm omits files named .gitignore from a package, so the template's file has another name.
    const target = join(folder, file === 'gitignore' ? '.gitignore' : file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, renamed(file, await readFile(join(from, file), 'utf8'), kind, names));
  }
  return files.length;
}
