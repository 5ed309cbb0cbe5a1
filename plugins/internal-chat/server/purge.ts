import { sql, type Scope } from '@balcao/sdk/server';
import { undoSeconds } from './access.ts';

/** A minute more than the undo takes, for a request that is on its way. */
const after = undoSeconds + 60;
const atOnce = 200;

const removeFiles = async (scope: Scope, paths: readonly (string | null)[]): Promise<void> => {
  for (const path of paths) if (path !== null) await scope.storage.remove(path);
};

/** Removes text and files of deleted messages, and deleted chats with everything in them. */
export const purge = async (scope: Scope): Promise<void> => {
  const old = sql`clock_timestamp() - make_interval(secs => ${after})`;
  const messages = await scope.sql.rows<{ id: number; path: string | null }>(sql`
    select id::int as id, media_path as path from internal_chat.message
     where deleted_at < ${old} and purged_at is null limit ${atOnce}`);
  await removeFiles(
    scope,
    messages.map(({ path }) => path),
  );
  await scope.sql.run(sql`
    update internal_chat.message set body = '', mentioned = '{}', media_path = null, media_key = null, media_name = null,
           ticket_id = null, purged_at = clock_timestamp()
     where id = any(${messages.map(({ id }) => id)}::bigint[]) and deleted_at is not null`);
  const chats = await scope.sql.rows<{ id: number }>(
    sql`select id from internal_chat.chat where deleted_at < ${old} limit 20`,
  );
  for (const { id } of chats) {
    const files = await scope.sql.rows<{ path: string }>(
      sql`select media_path as path from internal_chat.message where chat_id = ${id} and media_path is not null`,
    );
    await removeFiles(
      scope,
      files.map(({ path }) => path),
    );
    await scope.sql.run(sql`delete from internal_chat.chat where id = ${id} and deleted_at is not null`);
  }
};
