import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Visitor, parseSync } from 'vite';
import { publishedIn } from './published-sql.ts';
import { sqlNames, type SqlName } from './sql-names.ts';

/** What SQL may name outside its plugin's own schema. */
export interface SqlContracts {
  /** Views and functions, with whose they are: `tickets.public_ticket`, of `tickets`. */
  names: ReadonlyMap<string, string>;
  /** Tables for foreign keys, with whose they are. */
  keys: ReadonlyMap<string, string>;
  /** Schemas of the kernel and of plugins: a name of one of these in a text is no chance. */
  schemas: ReadonlySet<string>;
}

/** Something that a plugin's SQL names and may not. */
export interface SqlOutside {
  /** With its schema. */
  name: string;
  use: SqlName['use'];
  line: number;
  /** The plugin that publishes it and that the manifest does not name; undefined: nobody publishes it. */
  owner: string | undefined;
}
/** The plugin that names something: its id, and those that its manifest names. */
export interface Reader {
  id: string;
  named: ReadonlySet<string>;
}

/** PostgreSQL's own, and the schema of its extensions. */
const everybodys = new Set(['pg_catalog', 'information_schema', 'public']);
export const schemaOf = (plugin: string): string => plugin.replaceAll('-', '_');

/** What a piece of SQL names outside the reader's own schema, and what its contracts do not let it name. */
export const namesOutside = (
  text: string,
  reader: Reader,
  contracts: SqlContracts,
): (SqlName & Pick<SqlOutside, 'owner'>)[] =>
  sqlNames(text).flatMap((found) => {
    const { schema, name, use } = found;
    if (schema === schemaOf(reader.id) || everybodys.has(schema)) return [];
    const owner = (use === 'key' ? contracts.keys : contracts.names).get(`${schema}.${name}`);
    return owner === 'kernel' || (owner !== undefined && reader.named.has(owner)) ? [] : [{ ...found, owner }];
  });

/** Texts of a file that may be SQL, at their place: what is put in at run time is a question mark there. */
function textsIn(file: string, source: string): { text: string; at: number; isSql: boolean }[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) return [];
  const isMigration = file.startsWith('migrations/');
  const texts: { text: string; at: number; isSql: boolean }[] = [];
  const tagged = new Set<number>();
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      const name = tag.type === 'MemberExpression' ? tag.object : tag;
      if (name.type === 'Identifier' && name.name === 'sql') tagged.add(quasi.start);
    },
    TemplateLiteral: ({ start, end, expressions }) => {
      let text = source.slice(start + 1, end - 1);
      for (const each of expressions) {
        const [from, to] = [each.start - start - 1, each.end - start - 1];
        text = `${text.slice(0, from)}?${text.slice(from + 1, to).replaceAll(/[^\n]/g, ' ')}${text.slice(to)}`;
      }
      // The dollar and the braces around what is put in.
      text = text.replaceAll(/\$\{(\s*\?\s*)\}/g, '  $1 ');
      texts.push({ text, at: start + 1, isSql: isMigration || tagged.has(start) });
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && value.includes('.'))
        texts.push({ text: value, at: start + 1, isSql: isMigration });
    },
  }).visit(program);
  return texts;
}

/** What the SQL in one file of a plugin names and may not; `file` is its path in the plugin's folder. */
export function sqlOutside(file: string, source: string, reader: Reader, contracts: SqlContracts): SqlOutside[] {
  return textsIn(file, source).flatMap(({ text, at, isSql }) =>
    namesOutside(text, reader, contracts)
      .filter(({ schema }) => isSql || contracts.schemas.has(schema))
      .map(({ schema, name, use, owner, at: within }) => ({
        name: `${schema}.${name}`,
        use,
        owner,
        line: source.slice(0, at + within).split('\n').length,
      })),
  );
}

/** Reads the contracts of the kernel, of the product's plugins in `checkout`, and of the plugins in `folders` by id. */
export async function readContracts(
  checkout: string,
  folders: ReadonlyMap<string, string> = new Map(),
): Promise<SqlContracts> {
  const own = join(checkout, 'plugins');
  const product = await readdir(own).catch(() => []);
  const contracts = new Map([
    ['kernel', join(checkout, 'sdk/server/kernel-sql.ts')],
    ...product.map((id) => [id, join(own, id, 'contract.ts')] as const),
    ...[...folders].map(([id, folder]) => [id, join(folder, 'contract.ts')] as const),
  ]);
  const published = await Promise.all(
    [...contracts].map(async ([id, file]) => ({
      id,
      ...publishedIn(file, await readFile(file, 'utf8').catch(() => '')),
    })),
  );
  const owned = (id: string, names: readonly string[]) =>
    names.filter((name) => name.startsWith(`${schemaOf(id)}.`)).map((name) => [name, id] as const);
  return {
    names: new Map(published.flatMap(({ id, names }) => owned(id, names))),
    keys: new Map(published.flatMap(({ id, keys }) => owned(id, keys))),
    schemas: new Set([...contracts.keys()].map(schemaOf)),
  };
}
