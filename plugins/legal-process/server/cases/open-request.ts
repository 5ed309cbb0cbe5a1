import { sql, type Scope } from '@balcao/sdk/server';

/** A request that a source still works on is read again for so long; later another one begins. */
export const keptHours = 24;

/** Returns the source's name of a request of this case that is under way; `since`: older ones are answered already. */
export const openRequest = async (
  scope: Scope,
  cnj: string,
  source: string,
  since: Date | null,
): Promise<string | undefined> =>
  (
    await scope.sql.one<{ request: string }>(
      sql`select request from legal_process.open_request
           where cnj = ${cnj} and source = ${source} and created_at > now() - make_interval(hours => ${keptHours}::int)
             and created_at > coalesce(${since}::timestamptz, '-infinity')`,
    )
  )?.request;

/** Ends one request: another one, of which the source told meanwhile, stays. */
export const endRequest = async (scope: Scope, cnj: string, source: string, id: string): Promise<void> => {
  await scope.sql.run(
    sql`delete from legal_process.open_request where cnj = ${cnj} and source = ${source} and request = ${id}`,
  );
};

export const keepRequest = async (scope: Scope, cnj: string, source: string, id: string): Promise<void> => {
  await scope.sql.run(
    sql`insert into legal_process.open_request (cnj, source, request) values (${cnj}, ${source}, ${id})
        on conflict (company_id, cnj, source) do update set request = excluded.request, created_at = now()`,
  );
};
