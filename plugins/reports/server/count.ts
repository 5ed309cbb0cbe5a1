import { sql, type Host, type Scope } from '@balcao/sdk/server';
import { ticketAnswered, ticketChanged, ticketRated } from '@balcao/tickets/contract';
import { dashboardRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { storeOpenSeconds } from './opening-hours.ts';

/** Conversations of one step of the first count. */
const batch = 200;
/** Conversations counted by one statement: one that changes meanwhile waits for so many at most. */
const perStatement = 20;

/** Counts the attendances of a conversation again. Twice, late or out of order it gives the same. */
export const count = async (scope: Scope, ticketId: number): Promise<void> => {
  await scope.sql.run(sql`select reports.recount(${ticketId}::int)`);
  await storeOpenSeconds(scope, [ticketId]);
};

/** Counts conversations of before: 200 at a time, from the id where the former step ended. */
export const countFormer = async (from: number | undefined, scope: Scope): Promise<number | undefined> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select id from tickets.public_ticket where id > ${from ?? 0} and status <> 'unlisted' order by id limit ${batch}`,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) {
    await scope.sql.run(sql`select reports.fold()`);
    return undefined;
  }
  for (let at = 0; at < ids.length; at += perStatement)
    await scope.sql.run(
      sql`select reports.recount(t.id) from unnest(${ids.slice(at, at + perStatement)}::int[]) as t (id)`,
    );
  await storeOpenSeconds(scope, ids);
  return ids.at(-1);
};

export const counting = (host: Host<typeof manifest>): void => {
  const counted = async ({ ticketId }: { ticketId: number }, scope: Scope): Promise<void> => {
    await count(scope, ticketId);
    scope.rooms.emit(dashboardRoom, {}, 'changed', {});
  };
  host.on(ticketChanged, 'count', async (changed, scope) => {
    // The attendances of a deleted conversation are deleted with it.
    if (changed.action !== 'delete') await counted(changed, scope);
  });
  host.on(ticketAnswered, 'count-reply', counted);
  host.on(ticketRated, 'count-rating', counted);
  host.onEnabled<number>(countFormer);
};
