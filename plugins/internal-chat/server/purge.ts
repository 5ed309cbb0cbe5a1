import { sql, type Scope } from '@balcao/sdk/server';
import { undoSeconds } from './access.ts';

/** A minute more than the undo takes, for a request that is on its way. */
const after = undoSeconds + 60;
const atOnce = 200;

/** Deleted so long ago that it cannot be undone. */
const isOld = sql`deleted_at < now() - make_interval(secs => ${after})`;
const oldMessages = sql`internal_chat.message where ${isOld} and purged_at is null`;
const oldChats = sql`internal_chat.chat where ${isOld}`;

/** Selects the companies in which something is to be removed, from the little that waits for it. */
export const purgeDue = sql`select company_id from ${oldMessages} union all select company_id from ${oldChats}`;

const removeFiles = async (scope: Scope, paths: readonly (string | null)[]): Promise<void> => {
  for (const path of paths) if (path !== null) await scope.storage.remove(path);
};

/** Removes text and files of deleted messages, and deleted chats with everything in them. */
export const purge = async (scope: Scope): Promise<void> => {
  const messages = await scope.sql.rows<{ id: number; path: string | null }>(sql`
    select id::int as id, media_path as path from ${oldMessages} limit ${atOnce}`);
  await removeFiles(
    scope,
    messages.map(({ path }) => path),
  );
  await scope.sql.run(sql`
    update internal_chat.message set body = '', mentioned = '{}', media_path = null, media_key = null, media_name = null,
           ticket_id = null, purged_at = clock_timestamp()
     where id = any(${messages.map(({ id }) => id)}::bigint[]) and deleted_at is not null`);
  const chats = await scope.sql.rows<{ id: number }>(sql`select id from ${oldChats} limit 20`);
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
