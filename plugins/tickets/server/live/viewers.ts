import { sql, type Scope } from '@balcao/sdk/server';
import { ticketRoom } from '../../contract.ts';

const seconds = 90;

const tell = async (scope: Scope, uuid: string, ticketId: number): Promise<void> => {
  const users = await scope.sql.rows<{ id: number; name: string; profilePicUrl: string | null }>(
    sql`select u.id, u.name, u.profile_pic_url as "profilePicUrl" from tickets.viewer v join kernel."user" u on u.company_id = v.company_id and u.id = v.user_id
         where v.ticket_id = ${ticketId} and v.seen_at > now() - make_interval(secs => ${seconds}) order by u.name, u.id`,
  );
  scope.rooms.emit(ticketRoom, { uuid }, 'viewers', { users });
};

/** Somebody has the conversation on the screen. Kept in the database, so that every node tells the same. */
export const isViewing = async (scope: Scope, uuid: string, ticketId: number): Promise<void> => {
  // Whoever visits the company to help is none of its people.
  if (!scope.user || scope.user.impersonating) return;
  await scope.sql.run(
    sql`insert into tickets.viewer (ticket_id, user_id) values (${ticketId}, ${scope.user.id})
        on conflict (company_id, ticket_id, user_id) do update set seen_at = now()`,
  );
  await tell(scope, uuid, ticketId);
};

export const hasLeft = async (scope: Scope, uuid: string, ticketId: number): Promise<void> => {
  await scope.sql.run(
    sql`delete from tickets.viewer where ticket_id = ${ticketId}
          and (user_id = ${scope.user?.id ?? 0} or seen_at < now() - make_interval(secs => ${seconds}))`,
  );
  await tell(scope, uuid, ticketId);
};
