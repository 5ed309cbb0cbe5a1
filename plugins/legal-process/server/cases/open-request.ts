import { sql, type Scope } from '@balcao/sdk/server';

/** A request that a source still works on is read again for so long; later another one begins. */
export const keptHours = 24;
/** Seconds after which a node that reserved a request and did not make it counts as dead. */
const reservedSeconds = 30;

/** A request of a case to a source. */
export interface OpenRequest {
  /** The source's name for it; null: it is being made. */
  id: string | null;
  /** When it began. */
  at: Date;
}

/** Returns the request of this case that is under way; `since`: older ones are answered already. */
export const openRequest = (
  scope: Scope,
  cnj: string,
  source: string,
  since: Date | null,
): Promise<OpenRequest | undefined> =>
  scope.sql.one<OpenRequest>(
    sql`select request as id, created_at as at from legal_process.open_request
         where cnj = ${cnj} and source = ${source} and created_at > now() - make_interval(hours => ${keptHours}::int)
           and created_at > coalesce(${since}::timestamptz, '-infinity')
           and (request is not null or created_at > now() - make_interval(secs => ${reservedSeconds}))`,
  );

/** Reserves the next request of this case to a source. Returns false while another one is under way, or being made. */
export const reserveRequest = async (
  scope: Scope,
  cnj: string,
  source: string,
  since: Date | null,
): Promise<boolean> => {
  const reserved = await scope.sql.run(
    sql`insert into legal_process.open_request as held (cnj, source, request) values (${cnj}, ${source}, null)
        on conflict (company_id, cnj, source) do update set request = null, created_at = now()
         where held.created_at <= now() - make_interval(hours => ${keptHours}::int)
            or held.created_at <= coalesce(${since}::timestamptz, '-infinity')
            or (held.request is null and held.created_at <= now() - make_interval(secs => ${reservedSeconds}))`,
  );
  return reserved > 0;
};

/** Ends one request, or its reservation: another one, of which the source told meanwhile, stays. */
export const endRequest = async (scope: Scope, cnj: string, source: string, id: string | undefined): Promise<void> => {
  await scope.sql.run(
    sql`delete from legal_process.open_request
         where cnj = ${cnj} and source = ${source} and request is not distinct from ${id ?? null}::text`,
  );
};

/** Ends the request that began before this answer, which another company or a killed node may have read. */
export const endAnswered = async (scope: Scope, cnj: string, source: string, at: Date): Promise<void> => {
  await scope.sql.run(
    sql`delete from legal_process.open_request where cnj = ${cnj} and source = ${source} and created_at <= ${at}`,
  );
};

/** Stores the source's name for a request that was reserved. Its data may have been erased since: then nothing is stored. */
export const nameRequest = async (scope: Scope, cnj: string, source: string, id: string): Promise<void> => {
  await scope.sql.run(
    sql`update legal_process.open_request
           set request = ${id}, created_at = case when request is null then created_at else now() end
         where cnj = ${cnj} and source = ${source}`,
  );
};

/** Stores the name of a request that nobody reserved. */
export const keepRequest = async (scope: Scope, cnj: string, source: string, id: string): Promise<void> => {
  await scope.sql.run(
    sql`insert into legal_process.open_request (cnj, source, request) values (${cnj}, ${source}, ${id})
        on conflict (company_id, cnj, source) do update set request = excluded.request, created_at = now()`,
  );
};
