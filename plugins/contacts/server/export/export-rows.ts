import { sql, type Scope } from '@balcao/sdk/server';
import type { Contact } from '../../contract.ts';
import { contactColumns, matching } from '../contact-row.ts';

const batch = 1_000;
/** The largest limit of PostgreSQL: an export has no limit of its own. */
const all = 2_147_483_647;
const maxExtra = 40;

interface ExportRow extends Contact {
  nameSort: string;
  createdAt: Date;
  extra: Record<string, string>;
}

/**
 * Yields all contacts that match a term, by name: first the column names, then one row each. Reads in batches that
 * continue after the last row, so that neither memory nor a transaction grows with the number of contacts.
 */
export async function* exportRows(scope: Scope, term: string): AsyncGenerator<string[]> {
  const extraNames = (
    await scope.sql.rows<{ name: string }>(
      sql`select name from contacts.extra_info group by name order by count(*) desc, name limit ${maxExtra}`,
    )
  ).map(({ name }) => name);
  const day = new Intl.DateTimeFormat('pt-BR', { timeZone: scope.company.timeZone });
  yield [
    ...(['name', 'number', 'email', 'origin', 'createdAt'] as const).map((name) => scope.t(`export.${name}`)),
    ...extraNames,
  ];

  const found = term === '' ? sql`true` : matching(scope, term, all);
  let last: Pick<ExportRow, 'nameSort' | 'id'> | undefined;
  for (;;) {
    scope.signal.throwIfAborted();
    const after = last ? sql`(c.name_sort, c.id) > (${last.nameSort}, ${last.id})` : sql`true`;
    const rows = await scope.sql.rows<ExportRow>(
      sql`select ${contactColumns(scope)}, c.name_sort as "nameSort", c.created_at as "createdAt",
                 coalesce((select jsonb_object_agg(e.name, e.value)
                             from (select name, string_agg(value, '; ' order by id) as value
                                     from contacts.extra_info where contact_id = c.id group by name) e), '{}') as extra
            from (select * from contacts.contact c where c.merged_into is null and not c.is_group and ${found} and ${after}
                   order by c.name_sort, c.id limit ${batch}) c
           order by c.name_sort, c.id`,
    );
    for (const { name, number, email, origin, createdAt, extra } of rows)
      yield [name, number, email, origin ?? '', day.format(createdAt), ...extraNames.map((one) => extra[one] ?? '')];
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}
