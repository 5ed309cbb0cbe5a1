import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { isIdentityKind, type AddressBookPerson } from '../../contract.ts';
import { isRefusal, personOf } from './person.ts';
import { maxRows } from './sheet.ts';
import { readAddressBook } from './sources.ts';

const batch = 200;
const named = { columns: ['name', 'number'] as ('name' | 'number')[], hasHeader: false, countryCode: '' };

/** Cuts a text to so many characters, without half a surrogate pair at the end. */
const cut = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

/** Normalises a value for the database: no NUL, and no half surrogate pair. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** Validates one person of an address book. A person without a number is found by the identity. */
const validated = ({ identity, name, number, picture }: AddressBookPerson, line: number): object => {
  const digits = (number ?? (identity.kind === 'phone' ? identity.value : '')).replace(/\D/g, '');
  // A person without a name there is named by the number, as for inbound messages.
  const displayName = cut(name.trim(), 50) || digits || cut(identity.value, 50);
  const found = personOf([displayName, digits || '00000000'], named, []);
  if (!isIdentityKind(identity.kind) || identity.value === '')
    return { line, verdict: 'refused', field: 'number', value: cut(identity.value, 200), reason: 'numberShort' };
  if (isRefusal(found)) return { line, verdict: 'refused', ...found };
  const person = { ...identity, name: cut(name.trim(), 50), number: digits, picture: picture ?? '' };
  return { line, verdict: 'new', person };
};

/** Stores an address book, row by row. An interrupted reading starts again. */
export const readPeople = async (scope: Scope, importId: number, sourceKey: string): Promise<void> => {
  await scope.sql.run(sql`delete from contacts.import_row where import_id = ${importId}`);
  let line = 0;
  let waiting: object[] = [];
  const write = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    await scope.sql.run(
      sql`insert into contacts.import_row (import_id, line, person, verdict, field, value, reason)
          select ${importId}, r.line, r.person, r.verdict, r.field, r.value, r.reason
            from jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb)
                   as r(line int, person jsonb, verdict text, field text, value text, reason text)`,
    );
  };
  for await (const person of readAddressBook(scope, sourceKey)) {
    scope.signal.throwIfAborted();
    line += 1;
    if (line > maxRows) throw new AppError(400, 'ERR_SPREADSHEET_ROWS');
    waiting.push(validated(person, line));
    if (waiting.length >= batch) await write();
  }
  if (waiting.length > 0) await write();
  await scope.sql.run(
    sql`update contacts.import set status = 'running', total = ${line} where id = ${importId} and status = 'reading'`,
  );
};

/** Stores the next people of an address book as contacts; their later messages belong to the same identity. */
export const upsertIdentities = async (scope: Scope, importId: number): Promise<number[]> => {
  const rows = await scope.sql.rows<{ line: number }>(
    sql`select line from contacts.import_row where import_id = ${importId} and outcome is null order by line limit ${batch}`,
  );
  const lines = rows.map(({ line }) => line);
  if (lines.length === 0) return [];
  await scope.sql.run(
    sql`update contacts.import_row set outcome = 'refused'
         where import_id = ${importId} and line = any(${lines}::int[]) and verdict = 'refused'`,
  );
  const people = sql`select r.line, p.* from contacts.import_row r,
           jsonb_to_record(r.person) as p(channel text, scope text, kind text, value text, name text, number text, picture text)
     where r.import_id = ${importId} and r.line = any(${lines}::int[]) and r.outcome is null`;
  // Looked up before anybody is created, so that new contacts can be counted.
  await scope.sql.run(
    sql`update contacts.import_row r set verdict = 'known'
          from (${people}) p
         where r.company_id = kernel.current_company() and r.import_id = ${importId} and r.line = p.line
           and (contacts.contact_of_number(p.number) is not null
                or exists (select 1 from contacts.identity i where i.channel = p.channel and i.scope = p.scope
                             and i.kind = p.kind and i.value = p.value))`,
  );
  await scope.sql.run(
    sql`with found as materialized (
          select p.line, contacts.identify(p.channel, p.scope, p.kind, p.value, p.name, p.number, p.picture) as id
            from (${people} order by r.line) p)
        update contacts.import_row r set outcome = case r.verdict when 'known' then 'skipped' else 'created' end
          from found f
         where r.company_id = kernel.current_company() and r.import_id = ${importId} and r.line = f.line and f.id is not null`,
  );
  // A person who was erased in between is not stored.
  await scope.sql.run(
    sql`update contacts.import_row set outcome = 'skipped'
         where import_id = ${importId} and line = any(${lines}::int[]) and outcome is null`,
  );
  return lines;
};
