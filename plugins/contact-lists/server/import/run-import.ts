import { AppError, invalid, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { cleanUpListImports, itemsRoom, listImportRoom, listsRoom, runListImport } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { id } from '../contact-list.ts';
import { isMasked } from '../item.ts';
import { forgetRemoved } from '../removed-items.ts';
import { lockImport, publishProgress } from './import-row.ts';

const batch = 2_000;

/** Starts a judged import. */
export const startImport = (scope: Scope, importId: number): Promise<void> =>
  scope.tx(async (inner) => {
    const locked = await lockImport(inner, importId);
    if (locked?.status !== 'ready') throw new AppError(409, 'ERR_IMPORT_STARTED');
    const judged = await inner.sql.one(
      sql`select 1 as found from contact_lists.import_row where import_id = ${importId} and verdict is not null limit 1`,
    );
    if (!judged) throw invalid({ columns: 'ERR_IMPORT_COLUMNS' });
    await inner.sql.run(sql`update contact_lists.import set status = 'running' where id = ${importId}`);
    await inner.jobs.schedule(runListImport, { importId }, { key: String(importId) });
  });

/**
 * Imports the next rows in one transaction with the counts and the line where it stopped, so that a killed node neither
 * repeats nor omits any. Returns false when nothing is left, or the import was cancelled.
 */
const step = (scope: Scope, importId: number): Promise<boolean> =>
  scope.tx(async (inner) => {
    const row = await lockImport(inner, importId);
    if (row?.status !== 'running') return false;
    const taken = await inner.sql.one<{ last: number | null; amount: number }>(
      sql`select max(line) as last, count(*)::int as amount
            from (select line from contact_lists.import_row where import_id = ${importId} and line > ${row.lastLine} and verdict is not null
                   order by line limit ${batch}) r`,
    );
    const last = taken?.last ?? undefined;
    if (last === undefined) {
      await inner.sql.run(
        sql`update contact_lists.import set status = 'done', finished_at = now() where id = ${importId}`,
      );
      inner.rooms.emit(itemsRoom, { contactListId: row.contactListId }, 'reload', {});
      inner.rooms.emit(listsRoom, {}, 'changed', { action: 'update', id: row.contactListId });
    } else {
      // An existing person keeps values that the spreadsheet does not have.
      await inner.sql.run(
        sql`with stored as (
              insert into contact_lists.item as i (contact_list_id, name, number, email, variables)
              select ${row.contactListId}, p.name, p.number, p.email, p.variables
                from contact_lists.import_row r,
                     jsonb_to_record(r.person) as p(name text, number text, email text, variables jsonb)
               where r.import_id = ${importId} and r.line > ${row.lastLine} and r.line <= ${last} and r.verdict in ('new', 'known')
              on conflict (company_id, contact_list_id, number_key) do update
                 set name = excluded.name, email = coalesce(nullif(excluded.email, ''), i.email),
                     variables = i.variables || excluded.variables
              returning (xmax = 0) as created)
            update contact_lists.import m
               set done = m.done + ${taken?.amount ?? 0}, last_line = ${last},
                   created = m.created + (select count(*) from stored where created),
                   updated = m.updated + (select count(*) from stored where not created)
             where m.id = ${importId}`,
      );
    }
    await publishProgress(inner, importId);
    return last !== undefined;
  });

export const importJobs = (host: Host<typeof manifest>): void => {
  host.job(runListImport, {
    data: z.object({ importId: id }),
    handle: async ({ importId }, scope) => {
      do scope.signal.throwIfAborted();
      while (await step(scope, importId));
    },
  });
  host.job(cleanUpListImports, {
    data: z.object({}),
    every: '23 4 * * *',
    handle: async (_data, scope) => {
      await forgetRemoved(scope);
      await scope.sql.run(
        sql`delete from contact_lists.import where created_at < now() - interval '90 days'
             or status in ('ready', 'judging') and created_at < now() - interval '1 day'`,
      );
      // Its job was given up, so no other job ends it.
      await scope.sql.run(
        sql`update contact_lists.import set status = 'failed', error = 'ERR_INTERNAL', finished_at = now()
             where status in ('reading', 'running') and created_at < now() - interval '1 day'`,
      );
      const left = await scope.sql.rows<{ path: string }>(
        sql`update contact_lists.import i set path = null
              from (select id, path from contact_lists.import where status <> 'reading' and path is not null limit 1000) o
             where i.id = o.id returning o.path`,
      );
      for (const { path } of left) await scope.storage.remove(path);
    },
  });
  host.room(listImportRoom, {
    params: z.object({ importId: id }),
    may: async ({ importId }, scope) =>
      scope.can('contact-lists:view') &&
      !isMasked(scope) &&
      (await scope.sql.one(sql`select 1 as found from contact_lists.import where id = ${importId}`)) !== undefined,
  });
};
