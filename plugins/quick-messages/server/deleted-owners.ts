import { sql, type Scope } from '@balcao/sdk/server';
import { holders, publishQuickMessage } from './live-updates.ts';

/** Transfers shared quick messages of deleted people to an admin, for those who use them; deletes their other ones. */
export const transferSharedMessages = async (scope: Scope): Promise<void> => {
  const gone = await scope.tx(async (inner) => {
    const admin = await inner.sql.one<{ id: number }>(
      sql`select id from kernel."user" where profile = 'admin' order by id limit 1`,
    );
    if (admin) {
      const passed = await inner.sql.rows<{ id: number }>(
        sql`update quick_messages.quick_message m set user_id = ${admin.id}
             where m.user_id is null
               and exists (select 1 from quick_messages.share s where s.quick_message_id = m.id) returning m.id`,
      );
      await inner.sql.run(
        sql`delete from quick_messages.share where user_id = ${admin.id}
             and quick_message_id = any(${passed.map(({ id }) => id)}::int[])`,
      );
      for (const { id } of passed) await publishQuickMessage(inner, await holders(inner, id), id);
    }
    return inner.sql.rows<{ mediaPath: string | null }>(
      sql`delete from quick_messages.quick_message m
           where m.user_id is null
             and not exists (select 1 from quick_messages.share s where s.quick_message_id = m.id)
       returning media_path as "mediaPath"`,
    );
  });
  for (const { mediaPath } of gone) if (mediaPath !== null) await scope.storage.remove(mediaPath);
};
