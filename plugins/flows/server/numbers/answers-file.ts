import { csvLine, csvSeparator, sql, type Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { between, ofVersion, type Range } from './numbers.ts';

/** Variables of one file at most: a spreadsheet with more columns is of no use. */
const maxNames = 200;
const rowsAtOnce = 500;

interface Row {
  id: number;
  startedAt: string;
  endedAt: string | null;
  ended: string | null;
  version: number | null;
  name: string;
  number: string;
  answers: Record<string, string>;
}

/** Names of the variables of the range, in the order in which customers were asked. */
const namesOf = async (scope: Scope, flowId: number, range: Range): Promise<string[]> => {
  const rows = await scope.sql.rows<{ name: string }>(
    sql`select a.name from flows.answer a join flows.session s on s.company_id = a.company_id and s.id = a.session_id
         where s.flow_id = ${flowId} and ${between(range, sql`s.started_at`, scope.company.timeZone)} and ${ofVersion(range, sql`s.version_id`)}
         group by a.name order by min(a.at - s.started_at), a.name limit ${maxNames}`,
  );
  return rows.map(({ name }) => name);
};

const page = (scope: Scope, flowId: number, range: Range, after: number): Promise<Row[]> => {
  const zone = scope.company.timeZone;
  const local = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`;
  return scope.sql.rows<Row & Record<string, unknown>>(
    sql`select s.id, ${local(sql`s.started_at`)} as "startedAt", ${local(sql`s.ended_at`)} as "endedAt", s.ended_why as ended,
               v.number as version, c.name, c.number, x.answers
          from flows.session s
          join tickets.public_ticket t on t.id = s.ticket_id
          join contacts.public_contact c on c.id = t.contact_id
          left join flows.version v on v.company_id = s.company_id and v.id = s.version_id
          join lateral (select jsonb_object_agg(a.name, a.value) as answers from flows.answer a
                         where a.company_id = s.company_id and a.session_id = s.id) x on x.answers is not null
         where s.flow_id = ${flowId} and s.id > ${after} and ${between(range, sql`s.started_at`, zone)}
           and ${ofVersion(range, sql`s.version_id`)}
         order by s.id limit ${rowsAtOnce}`,
  );
};

/** Yields the answers of customers: a row for each conversation that gave one, a column for each variable. */
export async function* answerRows(scope: Scope, flowId: number, range: Range): AsyncGenerator<readonly string[]> {
  const names = await namesOf(scope, flowId, range);
  const people = scope.use(contacts);
  const fixed = ['started', 'ended', 'result', 'version', 'contact', 'number'];
  yield [...fixed.map((column) => scope.t(`server.answers.${column}`)), ...names];
  for (let after = 0; ;) {
    const rows = await page(scope, flowId, range, after);
    for (const { startedAt, endedAt, ended, version, name, number, answers } of rows) {
      const shown = people.visibleNumber(number);
      const result = scope.t(`server.answers.results.${ended ?? 'running'}`);
      yield [
        startedAt,
        endedAt ?? '',
        result,
        version === null ? '' : String(version),
        // A contact without a name is called by its number.
        name === number ? shown : name,
        shown,
        ...names.map((key) => answers[key] ?? ''),
      ];
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Yields the same rows as lines of a CSV file. */
export async function* answerLines(scope: Scope, flowId: number, range: Range): AsyncGenerator<string> {
  const separator = csvSeparator(scope);
  // The byte order mark tells spreadsheet programs that the file is UTF-8.
  let mark = '\ufeff';
  for await (const cells of answerRows(scope, flowId, range)) {
    yield mark + csvLine([...cells], separator);
    mark = '';
  }
}
