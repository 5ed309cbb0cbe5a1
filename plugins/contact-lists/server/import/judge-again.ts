import { AppError, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { judgeListImport } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import type { ListMapping } from '../../import-columns.ts';
import { id } from '../contact-list.ts';
import { lockImport, publishProgress } from './import-row.ts';
import { checkMapping, compare, readPeople, storeTotal, type Row } from './judge.ts';

const batch = 2_000;

/** Stores these columns, and has a job judge every row under them. A later choice replaces this one. */
export const requestJudging = (scope: Scope, importId: number, mapping: ListMapping): Promise<void> => {
  checkMapping(mapping);
  return scope.tx(async (inner) => {
    const changed = await inner.sql.run(
      sql`update contact_lists.import set status = 'judging', mapping = ${JSON.stringify(mapping)}::jsonb, done = 0
           where id = ${importId} and status in ('ready', 'judging')`,
    );
    if (changed === 0) {
      const status = (await lockImport(inner, importId))?.status;
      throw new AppError(409, status === 'reading' ? 'ERR_IMPORT_BUSY' : 'ERR_IMPORT_STARTED');
    }
    await inner.jobs.schedule(judgeListImport, { importId }, { key: String(importId) });
    await publishProgress(inner, importId);
  });
};

const headerLine = async (scope: Scope, importId: number, { hasHeader }: ListMapping): Promise<number> => {
  if (!hasHeader) return 0;
  const first = await scope.sql.one<{ line: number }>(
    sql`select min(line) as line from contact_lists.import_row where import_id = ${importId}`,
  );
  return first?.line ?? 0;
};

/** The columns that the rows are to be judged under; undefined: not judged any more. */
const wantedMapping = async (scope: Scope, importId: number) => {
  const row = await lockImport(scope, importId);
  return row?.status === 'judging' ? row : undefined;
};

/** Judges rows part by part, from the beginning again if people choose other columns meanwhile. */
const judgeAll = async (scope: Scope, importId: number): Promise<void> => {
  let under = '';
  let last = 0;
  for (;;) {
    scope.signal.throwIfAborted();
    const isDone = await scope.tx(async (inner) => {
      const wanted = await wantedMapping(inner, importId);
      if (!wanted) return true;
      const { mapping } = wanted;
      if (under !== JSON.stringify(mapping)) last = 0;
      under = JSON.stringify(mapping);
      const rows = await inner.sql.rows<Row>(
        sql`select line, cells from contact_lists.import_row
             where import_id = ${importId} and line > ${last} order by line limit ${batch}`,
      );
      await readPeople(inner, importId, rows, mapping, await headerLine(inner, importId, mapping));
      const isFirst = last === 0;
      last = rows.at(-1)?.line ?? last;
      await inner.sql.run(
        sql`update contact_lists.import set done = ${isFirst ? sql`0` : sql`done`} + ${rows.length} where id = ${importId}`,
      );
      if (rows.length < batch) {
        await compare(inner, importId, wanted.contactListId);
        await storeTotal(inner, importId);
        await inner.sql.run(sql`update contact_lists.import set status = 'ready', done = 0 where id = ${importId}`);
      }
      await publishProgress(inner, importId);
      return rows.length < batch;
    });
    if (isDone) return;
  }
};

export const judgeJob = (host: Host<typeof manifest>): void => {
  host.job(judgeListImport, {
    data: z.object({ importId: id }),
    handle: ({ importId }, scope) => judgeAll(scope, importId),
  });
};
