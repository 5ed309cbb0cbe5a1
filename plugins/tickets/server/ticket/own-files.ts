import { sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';

/** Returns the files that greetings use now. */
const ofGreetings = async (scope: Scope): Promise<Set<string>> => {
  const media = [
    ...(await scope.use(queues).list()).map((queue) => queue.media),
    ...(await scope.use(connections).list()).map((connection) => connection.greetingMediaAttachment),
  ];
  return new Set(media.flatMap((one) => (one ? [one.path] : [])));
};

/**
 * Returns the files to delete with these conversations. The file of a greeting is in all conversations that were
 * greeted with it, so it stays while another one or a greeting uses it.
 */
export const ownFiles = async (scope: Scope, ticketIds: readonly number[]): Promise<string[]> => {
  const found = await scope.sql.rows<{ path: string; isSaidAlone: boolean }>(
    sql`select m.media_path as path, bool_or(m.user_id is null and m.queued_at is not null) as "isSaidAlone" from tickets.message m
         where m.ticket_id = any(${[...ticketIds]}::int[]) and m.media_path is not null and not m.shares_file and not exists (
           select 1 from tickets.message o
            where o.company_id = m.company_id and o.media_path = m.media_path and o.user_id is null and o.queued_at is not null
              and o.ticket_id <> all(${[...ticketIds]}::int[]))
         group by m.media_path
        union
        select f ->> 'path', false from tickets.message m, jsonb_array_elements(m.files) f
         where m.ticket_id = any(${[...ticketIds]}::int[]) and m.files is not null`,
  );
  const usedByGreetings = found.some(({ isSaidAlone }) => isSaidAlone) ? await ofGreetings(scope) : new Set<string>();
  return found.flatMap(({ path }) => (usedByGreetings.has(path) ? [] : [path]));
};

/** Returns the shared files that these conversations refer to. */
export const sharedFiles = async (scope: Scope, ticketIds: readonly number[]): Promise<string[]> => {
  const found = await scope.sql.rows<{ path: string }>(
    sql`select distinct m.media_path as path from tickets.message m
         where m.ticket_id = any(${[...ticketIds]}::int[]) and m.shares_file and m.media_path is not null`,
  );
  return found.map(({ path }) => path);
};

/**
 * Releases shared files once the messages are deleted, in the same transaction; returns those to remove, like
 * `ownFiles`.
 */
export const releaseShared = async (scope: Scope, paths: readonly string[]): Promise<string[]> => {
  if (paths.length === 0) return [];
  const row = await scope.sql.one<{ gone: string[] }>(sql`select tickets.release_files(${[...paths]}::text[]) as gone`);
  return row?.gone ?? [];
};
