import { Readable } from 'node:stream';
import { AppError, RetryLater, sql, z, type Host, type Scope, type Upload } from '@balcao/sdk/server';
import { spreadsheets, type ColumnUse, type Spreadsheet } from '@balcao/contacts/contract';
import { readListImport } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { variableName, type ListColumnUse, type ListMapping } from '../../import-columns.ts';
import { id } from '../contact-list.ts';
import { failImport, lockImport, publishProgress } from './import-row.ts';
import { compare, isJudgeable, judged, storeTotal } from './judge.ts';
import { startImport } from './run-import.ts';

const maxRows = 100_000;
/** Far more than a hundred thousand rows take on a busy server. */
const maxSeconds = 180;
const batch = 2_000;

/** Translates the guess for contacts: further columns become variables, each name once. */
const usesOf = (columns: readonly ColumnUse[], titles: readonly string[]): ListColumnUse[] => {
  const taken = new Set<string>();
  return columns.map((use, column) => {
    if (use === 'name' || use === 'number' || use === 'email' || use === 'ignore') return use;
    const name = variableName(titles[column] ?? '');
    if (name === '' || taken.has(name)) return 'ignore';
    taken.add(name);
    return `variable:${name}` as const;
  });
};

/**
 * Stores an uploaded spreadsheet for the job that reads and judges its rows. `startsAtOnce`: the import begins when that
 * is done, without a review. Returns the import’s id.
 */
export const storeFile = async (
  scope: Scope,
  listId: number,
  upload: Upload,
  startsAtOnce: boolean,
): Promise<number> => {
  const { path } = await scope.storage.store(upload);
  const nothing: ListMapping = { columns: [], hasHeader: false, countryCode: '55' };
  try {
    return await scope.tx(async (inner) => {
      const made = await inner.sql.one<{ id: number }>(
        sql`insert into contact_lists.import (contact_list_id, user_id, name, size, status, mapping, path, mime, starts_at_once)
            values (${listId}, ${scope.user?.id ?? null}, ${upload.name.replaceAll('\0', '').toWellFormed()}, ${upload.size},
                    'reading', ${JSON.stringify(nothing)}::jsonb, ${path}, ${upload.mime}, ${startsAtOnce}) returning id`,
      );
      if (!made) throw new Error('the import was not stored');
      await inner.jobs.schedule(readListImport, { importId: made.id, path }, { key: String(made.id) });
      return made.id;
    });
  } catch (error) {
    await scope.storage.remove(path).catch(() => undefined);
    throw error;
  }
};

interface Stored {
  listId: number;
  name: string;
  size: number;
  path: string;
  mime: string;
  startsAtOnce: boolean;
}

const findStored = (scope: Scope, importId: number): Promise<Stored | undefined> =>
  scope.sql.one<Stored>(
    sql`select contact_list_id as "listId", name, size, path, mime, starts_at_once as "startsAtOnce"
          from contact_lists.import where id = ${importId} and status = 'reading' and path is not null`,
  );

const parsed = (scope: Scope, { name, size, mime, path }: Stored): Promise<Spreadsheet> => {
  async function* content(): AsyncGenerator<Buffer> {
    const { stream } = await scope.storage.read(path);
    yield* stream as AsyncIterable<Buffer>;
  }
  const upload: Upload = { name, size, mime, stream: () => Readable.from(content()) };
  return scope.use(spreadsheets).read(upload, { maxRows, maxSeconds });
};

/** Stores the columns; rows of an attempt that a killed node began are discarded. Returns false if it was cancelled. */
const begin = (
  scope: Scope,
  importId: number,
  { rows, title }: Spreadsheet,
  titles: readonly string[],
  mapping: ListMapping,
): Promise<boolean> =>
  scope.tx(async (inner) => {
    if ((await lockImport(inner, importId))?.status !== 'reading') return false;
    await inner.sql.run(sql`delete from contact_lists.import_row where import_id = ${importId}`);
    await inner.sql.run(
      sql`update contact_lists.import
             set sheet = ${title.slice(0, 100)}, mapping = ${JSON.stringify(mapping)}::jsonb, done = 0,
                 columns = array(select jsonb_array_elements_text(${JSON.stringify(titles)}::jsonb)),
                 total = ${rows.length - (mapping.hasHeader ? 1 : 0)}
           where id = ${importId}`,
    );
    await publishProgress(inner, importId);
    return true;
  });

/** Stores the next rows, judged as far as they can be by themselves. Returns false if it was cancelled. */
const storeRows = (scope: Scope, importId: number, rows: readonly object[]): Promise<boolean> =>
  scope.tx(async (inner) => {
    const stored = await inner.sql.run(
      sql`update contact_lists.import set done = least(total, done + ${rows.length}) where id = ${importId} and status = 'reading'`,
    );
    if (stored === 0) return false;
    await inner.sql.run(
      sql`insert into contact_lists.import_row (import_id, line, cells, person, number_key, verdict, field, note)
          select ${importId}, r.line, r.cells, r.person, coalesce(contacts.number_key(r.person ->> 'number'), ''), r.verdict, r.field, r.note
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                   as r(line int, cells text[], person jsonb, verdict text, field text, note text)`,
    );
    await publishProgress(inner, importId);
    return true;
  });

const end = (scope: Scope, importId: number, { listId, startsAtOnce }: Stored, isJudged: boolean): Promise<void> =>
  scope.tx(async (inner) => {
    // The row of the import is not locked meanwhile, so that nobody waits who cancels.
    if (isJudged) await compare(inner, importId, listId);
    const ended = await inner.sql.run(
      sql`update contact_lists.import set status = 'ready', done = 0 where id = ${importId} and status = 'reading'`,
    );
    if (ended === 0) return;
    if (isJudged) await storeTotal(inner, importId);
    if (startsAtOnce) await startImport(inner, importId);
    else await publishProgress(inner, importId);
  });

/** Reads and judges a stored spreadsheet. It may begin anew after a killed node, and ends early when it was cancelled. */
const readFile = async (scope: Scope, importId: number, stored: Stored): Promise<void> => {
  const sheet = await parsed(scope, stored);
  const titles = sheet.rows[0]?.cells ?? [];
  const mapping: ListMapping = {
    columns: usesOf(sheet.columns, sheet.hasHeader ? titles : []),
    hasHeader: sheet.hasHeader,
    countryCode: '55',
  };
  const isJudged = isJudgeable(mapping);
  if (stored.startsAtOnce && !isJudged) throw new AppError(400, 'ERR_IMPORT_COLUMNS');
  if (!(await begin(scope, importId, sheet, titles, mapping))) return;
  const header = sheet.hasHeader ? (sheet.rows[0]?.line ?? 0) : 0;
  for (let at = 0; at < sheet.rows.length; at += batch) {
    scope.signal.throwIfAborted();
    const part = sheet.rows.slice(at, at + batch);
    if (!(await storeRows(scope, importId, isJudged ? judged(part, mapping, header) : part))) return;
  }
  await end(scope, importId, stored, isJudged);
};

export const readJob = (host: Host<typeof manifest>): void => {
  host.job(readListImport, {
    data: z.object({ importId: id, path: z.string() }),
    handle: async ({ importId, path }, scope) => {
      const stored = await findStored(scope, importId);
      if (stored) {
        try {
          await readFile(scope, importId, stored);
        } catch (error) {
          if (!(error instanceof AppError) || scope.signal.aborted) throw error;
          // Other spreadsheets of the company are being read.
          if (error.status === 429) throw new RetryLater(5_000, error.code);
          await failImport(scope, importId, error.code);
        }
      }
      // Also after the import or its list was deleted.
      await scope.storage.remove(path);
      await scope.sql.run(sql`update contact_lists.import set path = null where id = ${importId}`);
    },
  });
};
