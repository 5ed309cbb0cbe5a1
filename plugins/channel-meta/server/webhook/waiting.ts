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

/** Keeps events that could not be stored at once: Meta has its answer, and they are tried again here. */
export const keepWaiting = (scope: Scope, entries: readonly RoutedEntry[]): Promise<void> =>
  scope.tx(async (inner) => {
    for (const entry of entries)
      await inner.sql.run(sql`insert into channel_meta.waiting (entry) values (${JSON.stringify(entry)}::jsonb)`);
    await inner.jobs.schedule(storeWaiting, {}, { at: new Date(Date.now() + 2_000), key: 'waiting' });
  });

/** Stores the oldest waiting events; a faulty one does not hold up the rest, and is given up at last. */
const storeOldest = async (scope: Scope): Promise<boolean> => {
  const rows = await scope.sql.rows<{ id: number; entry: RoutedEntry; tries: number }>(
    sql`select id::float8 as id, entry, tries from channel_meta.waiting order by id limit 100`,
  );
  let isLeft = false;
  for (const { id, entry, tries } of rows) {
    try {
      await receiveEntries(scope, [entry]);
    } catch (error) {
      scope.log.warn({ err: error, tries }, 'waiting events could not be stored');
      isLeft = true;
      if (tries < maxTries) {
        await scope.sql.run(sql`update channel_meta.waiting set tries = tries + 1 where id = ${id}`);
        continue;
      }
    }
    await scope.sql.run(sql`delete from channel_meta.waiting where id = ${id}`);
  }
  return isLeft || rows.length === 100;
};

/** Registers the jobs of events that are decided or stored later. */
export const waitingJobs = (host: Host<typeof manifest>): void => {
  host.job(storeWaiting, {
    data: z.object({}),
    every: '10 minutes',
    handle: async (_data, scope) => {
      if (await storeOldest(scope))
        await scope.jobs.schedule(storeWaiting, {}, { at: new Date(Date.now() + 15_000), key: 'waiting' });
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
        await receiveContent({ account, known, together, windows: [], scope }, event, person, true);
        await together.store();
      }
      await deleteHeldEcho(scope, connectionId, mid);
    },
  });
};
