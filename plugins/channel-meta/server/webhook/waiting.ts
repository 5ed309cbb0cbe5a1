import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { settleEcho, storeWaiting } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount } from '../account/account.ts';
import { knownPeople } from '../people/identity.ts';
import { CallBatch } from './call-batch.ts';
import { deleteHeldEcho, takeHeldEcho } from './echo.ts';
import { receiveContent } from './receive.ts';
import { receiveEntries, type RoutedEntry } from './receive-entries.ts';

const maxTries = 40;
/** With fewer tries an event holds up the later ones of its account; a faulty one must not do so for ever. */
const orderedTries = 3;
const firstPauseMs = 2_000;
const pauseMs = 15_000;

/** Returns the connections among these with events that wait, behind which later ones have to wait too. */
export const waitingConnections = async (scope: Scope, ids: readonly number[]): Promise<Set<number>> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select distinct (entry ->> 'connectionId')::int as id from channel_meta.waiting where tries < ${orderedTries}`,
  );
  return new Set(rows.flatMap(({ id }) => (ids.includes(id) ? [id] : [])));
};

/** Keeps events that could not be stored at once: Meta has its answer, and they are tried again here, in order. */
export const keepWaiting = (scope: Scope, entries: readonly RoutedEntry[]): Promise<void> =>
  scope.tx(async (inner) => {
    for (const entry of entries)
      await inner.sql.run(sql`insert into channel_meta.waiting (entry) values (${JSON.stringify(entry)}::jsonb)`);
    const oldest = await inner.sql.one<{ tries: number; createdAt: Date }>(
      sql`select tries, created_at as "createdAt" from channel_meta.waiting order by id limit 1`,
    );
    // Counted from the oldest: a steady stream of events would put the job off again and again.
    if (oldest?.tries !== 0) return;
    const at = new Date(oldest.createdAt.getTime() + firstPauseMs);
    await inner.jobs.schedule(storeWaiting, {}, { at, key: 'waiting' });
  });

interface Waiting {
  id: number;
  entry: RoutedEntry;
  tries: number;
}

/** Returns true when the events are stored, or given up. */
const storeOne = async (scope: Scope, { id, entry, tries }: Waiting): Promise<boolean> => {
  try {
    await receiveEntries(scope, [entry]);
  } catch (error) {
    scope.log.warn({ err: error, tries }, 'waiting events could not be stored');
    if (tries < maxTries) {
      await scope.sql.run(sql`update channel_meta.waiting set tries = tries + 1 where id = ${id}`);
      return false;
    }
  }
  await scope.sql.run(sql`delete from channel_meta.waiting where id = ${id}`);
  return true;
};

/** Stores the oldest waiting events, those of one account in order; true if some are left. */
const storeOldest = async (scope: Scope): Promise<boolean> => {
  const rows = await scope.sql.rows<Waiting>(
    sql`select id::float8 as id, entry, tries from channel_meta.waiting order by id limit 100`,
  );
  const heldUp = new Set<number>();
  for (const row of rows) {
    const { connectionId } = row.entry;
    if (heldUp.has(connectionId)) continue;
    if (!(await storeOne(scope, row)) && row.tries < orderedTries) heldUp.add(connectionId);
  }
  return (await scope.sql.one(sql`select 1 from channel_meta.waiting limit 1`)) !== undefined;
};

/** Registers the jobs of events that are decided or stored later. */
export const waitingJobs = (host: Host<typeof manifest>): void => {
  host.job(storeWaiting, {
    data: z.object({}),
    every: '10 minutes',
    handle: async (_data, scope) => {
      if (await storeOldest(scope))
        await scope.jobs.schedule(storeWaiting, {}, { at: new Date(Date.now() + pauseMs), key: 'waiting' });
    },
  });
  host.job(settleEcho, {
    data: z.object({ connectionId: z.number(), mid: z.string() }),
    handle: async ({ connectionId, mid }, scope) => {
      const account = await findAccount(scope, connectionId);
      const event = account && (await takeHeldEcho(scope, account, mid));
      if (account && event) {
        const person = event.recipient?.id ?? '';
        const together = new CallBatch(scope);
        const known = await knownPeople(scope, account, [person]);
        await receiveContent({ account, known, together, windows: [], placed: [], scope }, event, person, true);
        await together.store();
      }
      await deleteHeldEcho(scope, connectionId, mid);
    },
  });
};
