import { auditLog, auditName, sql, type AuditName, type AuditRecord, type Scope } from '@balcao/sdk/server';

/** Names by key and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Returns every value under a key, at any depth. */
const valuesWithin = (value: unknown): [string, unknown][] => {
  if (Array.isArray(value)) return value.flatMap(valuesWithin);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[key, inner] as [string, unknown], ...valuesWithin(inner)]);
};
const fieldsOf = ({ detail, changes }: AuditRecord): [string, unknown][] => [
  ...valuesWithin(detail),
  ...changes.flatMap(({ before, after }) => valuesWithin([before, after])),
];
const numbersOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

/** Names of people, which entries of every plugin contain. */
export const peopleNames: AuditName = {
  id: 'people',
  fields: ['userId', 'userIds', 'user_id', 'created_by', 'assigneeId'],
  names: async (ids, scope) => {
    const rows = await scope.sql.rows<{ id: number; name: string }>(
      sql`select u.id, u.name from kernel.user u where u.id = any(${ids}::int[])`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};

/** Returns the names of the ids in these entries, requested once per plugin. */
export const namesWithin = async (records: readonly AuditRecord[], scope: Scope): Promise<Names> => {
  // Names of another company's rows are not available here.
  const own = records.filter(({ company }) => company === null || company.id === scope.company.id);
  const fields = own.flatMap(fieldsOf);
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const { plugin, item, scope: its } of scope.contributions(auditName)) {
    const ids = fields.filter(([key]) => item.fields.includes(key)).flatMap(([, value]) => numbersOf(value));
    if (ids.length === 0) continue;
    // Entries without names are better than no entries.
    const found = await item.names([...new Set(ids)].slice(0, 500), its).catch((err: unknown) => {
      scope.log.error({ err, plugin, addition: item.id }, 'names for audit entries could not be loaded');
      return new Map<number, string>();
    });
    for (const key of item.fields) names.set(key, found);
  }
  return names;
};

const camel = (key: string): string => key.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
/** `expiresTicket`: 'Expires ticket'. A fallback where a plugin has no text. */
const humanised = (key: string): string => {
  const parted = camel(key)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase();
  return parted.charAt(0).toUpperCase() + parted.slice(1);
};

/** Returns the texts of one entry: those of its plugins, shared ones, or ones derived from the keys. */
export const words = (one: AuditRecord, names: Names, scope: Scope) => {
  const label = scope.use(auditLog).label(one);
  const found = fieldsOf(one);
  const fields = Object.fromEntries(
    found.map(([key]) => {
      const shared = `shared.${camel(key)}`;
      const text = scope.t(shared);
      return [key, label.fields[key] ?? (text === shared ? humanised(key) : text)];
    }),
  );
  const rows = Object.fromEntries(
    one.changes.map(({ table }) => {
      const short = table.slice(table.indexOf('.') + 1);
      const shared = `sharedRow.${camel(short)}`;
      const text = scope.t(shared);
      return [table, label.rows[table] ?? (text === shared ? humanised(short) : text)];
    }),
  );
  const called: Record<string, Record<string, string>> = {};
  const isOwn = one.company === null || one.company.id === scope.company.id;
  for (const [key, value] of isOwn ? found : [])
    for (const id of numbersOf(value)) {
      const name = names.get(key)?.get(id);
      if (name !== undefined) (called[key] ??= {})[id] = name;
    }
  return { fields, rows, names: called };
};
