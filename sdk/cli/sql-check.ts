import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Visitor, parseSync } from 'vite';
import { publishedIn } from './published-sql.ts';
import { sqlNames, type SqlName } from './sql-names.ts';

/** The objects that SQL may name outside its plugin's own schema. */
export interface SqlContracts {
  /** Views and functions with their owner: `tickets.public_ticket`, of `tickets`. */
  names: ReadonlyMap<string, string>;
  /** Tables for foreign keys, with their owner. */
  keys: ReadonlyMap<string, string>;
  /** Schemas of the kernel and of plugins, which identify a name in a text as SQL. */
  schemas: ReadonlySet<string>;
}

/** A forbidden name in a plugin's SQL. */
export interface SqlOutside {
  /** The name with its schema. */
  name: string;
  use: SqlName['use'];
  line: number;
  /** The plugin that publishes it and that the manifest does not name; undefined if nobody publishes it. */
  owner: string | undefined;
}
/** The plugin whose SQL is checked: its id, and the plugins that its manifest names. */
export interface Reader {
  id: string;
  named: ReadonlySet<string>;
}

/** Schemas of PostgreSQL and of its extensions. */
const sharedSchemas = new Set(['pg_catalog', 'information_schema', 'public']);
export const schemaOf = (plugin: string): string => plugin.replaceAll('-', '_');

/** Returns the names in a piece of SQL that are outside the plugin's own schema and not published to it. */
export const namesOutside = (
  text: string,
  reader: Reader,
  contracts: SqlContracts,
): (SqlName & Pick<SqlOutside, 'owner'>)[] =>
  sqlNames(text).flatMap((found) => {
    const { schema, name, use } = found;
    if (schema === schemaOf(reader.id) || sharedSchemas.has(schema)) return [];
    const owner = (use === 'key' ? contracts.keys : contracts.names).get(`${schema}.${name}`);
    return owner === 'kernel' || (owner !== undefined && reader.named.has(owner)) ? [] : [{ ...found, owner }];
  });

/** Returns the texts of a file that may be SQL, with their position; an interpolation becomes a question mark. */
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
      // Replaces the dollar and the braces around an interpolation by spaces.
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

/** Returns the forbidden names in the SQL of one file of a plugin; `file` is its path in the plugin's folder. */
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
