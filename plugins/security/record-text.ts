/** An audit entry in readable form, for the screen and the file. */
export interface ReadableRecord {
  fields: Readonly<Record<string, string>>;
  rows: Readonly<Record<string, string>>;
  names: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Words {
  t(key: string): string;
  dateTime(moment: string): string;
}

export interface RecordChange {
  readonly table: string;
  readonly operation: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const isPlain = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Returns a value as text: names for ids, words for yes and no, nested values by their own fields. */
export const valueText = (
  { fields, names }: ReadableRecord,
  { t, dateTime }: Words,
): ((key: string, value: unknown) => string) => {
  const shown = (key: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return '—';
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (isPlain(value)) {
      const name = names[key]?.[value];
      if (name !== undefined) return name;
      return typeof value === 'string' && moment.test(value) ? dateTime(value) : String(value);
    }
    if (Array.isArray(value)) {
      const lines = value.map((one: unknown) => shown(key, one));
      return lines.length === 0 ? '—' : lines.join(value.every(isPlain) ? ', ' : '\n');
    }
    const parts = Object.entries(value).filter(([, one]) => one !== null && one !== '');
    return parts.map(([inner, one]) => `${fields[inner] ?? inner}: ${shown(inner, one)}`).join(' · ') || '—';
  };
  return shown;
};

/** Returns the fields of the address, the query and the body as one list. */
export const sentIn = (detail: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(detail).flatMap(([key, value]) =>
    ['params', 'query', 'body'].includes(key) && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : [[key, value] as [string, unknown]],
  );

/** Returns a heading such as 'Departamento · alterado'. */
export const changeHeading = ({ rows }: ReadableRecord, { table, operation }: RecordChange, { t }: Words): string =>
  `${rows[table] ?? table} · ${t(`audit.operation.${operation}`)}`;

export const changedFields = ({ before, after }: RecordChange): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
];

/** Returns the sent fields, one per line. */
export const sentText = (record: ReadableRecord, detail: Readonly<Record<string, unknown>>, words: Words): string => {
  const shown = valueText(record, words);
  return sentIn(detail)
    .map(([name, value]) => `${record.fields[name] ?? name}: ${shown(name, value)}`)
    .join('\n');
};

/** Returns the changes, one line per row and field: 'Nome: Vendas → Comercial'. */
export const changesText = (record: ReadableRecord, changes: readonly RecordChange[], words: Words): string => {
  const shown = valueText(record, words);
  return changes
    .map((change) => {
      const { operation, before, after } = change;
      const lines = changedFields(change).map((name) => {
        const values = [
          ...(operation === 'insert' ? [] : [shown(name, before?.[name])]),
          ...(operation === 'delete' ? [] : [shown(name, after?.[name])]),
        ];
        return `${record.fields[name] ?? name}: ${values.join(' → ')}`;
      });
      return [changeHeading(record, change, words), ...lines].join('\n');
    })
    .join('\n');
};
