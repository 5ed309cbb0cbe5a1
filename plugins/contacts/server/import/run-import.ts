import { AppError, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { cleanUpImports, importRoom, runImport } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { lockImport, mayReadImport, maxId, publishProgress } from './import-row.ts';
import { upsertIdentities, readPeople } from './upsert-identities.ts';
import { upsertContacts } from './upsert-contacts.ts';

/** Adds the results of these rows to the counts, in the same transaction, or a second run would count them twice. */
const count = (scope: Scope, importId: number, lines: readonly number[]): Promise<number> =>
  scope.sql.run(
    sql`update contacts.import i set done = i.done + c.done, created = i.created + c.created,
               updated = i.updated + c.updated, skipped = i.skipped + c.skipped, refused = i.refused + c.refused
          from (select count(*) as done, count(*) filter (where outcome = 'created') as created,
                       count(*) filter (where outcome = 'updated') as updated, count(*) filter (where outcome = 'skipped') as skipped,
                       count(*) filter (where outcome = 'refused') as refused
                  from contacts.import_row where import_id = ${importId} and line = any(${[...lines]}::int[])) c
         where i.company_id = kernel.current_company() and i.id = ${importId}`,
  );

/** Imports one batch and adds its counts. Returns false when nothing is left, or the import was cancelled. */
const step = (scope: Scope, importId: number): Promise<boolean> =>
  scope.tx(async (inner) => {
    const row = await lockImport(inner, importId);
    if (row?.status !== 'running') return false;
    const processed =
      row.mapping === null
        ? await upsertIdentities(inner, importId)
        : await upsertContacts(inner, importId, row.duplicates ?? 'skip');
    if (processed.length > 0) await count(inner, importId, processed);
    else {
      await inner.sql.run(sql`update contacts.import set status = 'done', finished_at = now() where id = ${importId}`);
    }
    await publishProgress(inner, importId);
    return processed.length > 0;
  });

const run = async (scope: Scope, importId: number): Promise<void> => {
  const row = await scope.sql.one<{ status: string; sourceKey: string | null }>(
    sql`select status, source_key as "sourceKey" from contacts.import where id = ${importId}`,
  );
  if (row?.status === 'reading' && row.sourceKey !== null) {
    try {
      await readPeople(scope, importId, row.sourceKey);
    } catch (error) {
      // An `AppError` of the address book is displayed to people; any other error is retried.
      if (!(error instanceof AppError)) throw error;
      await scope.sql.run(
        sql`update contacts.import set status = 'failed', error = ${error.code}, finished_at = now()
             where id = ${importId} and status = 'reading'`,
      );
      await publishProgress(scope, importId);
      return;
    }
    await publishProgress(scope, importId);
  }
  do scope.signal.throwIfAborted();
  while (await step(scope, importId));
};

export const importJobs = (host: Host<typeof manifest>): void => {
  host.job(runImport, {
    data: z.object({ importId: z.number().int().positive().max(maxId) }),
    handle: ({ importId }, scope) => run(scope, importId),
  });
  host.job(cleanUpImports, {
    data: z.object({}),
    every: '17 4 * * *',
    handle: async (_data, scope) => {
      await scope.sql.run(
        sql`delete from contacts.import where created_at < now() - interval '90 days'
             or status = 'ready' and created_at < now() - interval '1 day'`,
      );
      // Its job was given up, so no other job ends it.
      await scope.sql.run(
        sql`update contacts.import set status = 'failed', error = 'ERR_INTERNAL', finished_at = now()
             where status in ('reading', 'running') and created_at < now() - interval '1 day'`,
      );
    },
  });
  host.room(importRoom, {
    params: z.object({ importId: z.number().int().positive().max(maxId) }),
    may: ({ importId }, scope) => mayReadImport(scope, importId),
  });
};
