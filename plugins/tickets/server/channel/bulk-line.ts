import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@balcao/sdk/contract';
import { RetryLater, sql, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelLimits } from '@balcao/connections/contract';

/** Messages wait in a line: emitted where one gets its first, and handled until it is empty. Key: connection and line. */
export const bulkDue = event<{ connectionId: number; isPaced: boolean }>('tickets.bulk.due');

/** Waited out here; what is longer goes back to the outbox. */
const shortWaitMs = 1_500;
/** A shorter pace that somebody sets meanwhile counts after so long. */
const longestWaitMs = 30_000;
/** A line that is down is looked at so often. */
const downMs = 3_000;
/** Then the event goes back to the outbox, so that a handler that works is told from one that hangs. */
const longestRunMs = 20_000;
/** Where the channel knows no limit. */
const aheadWithoutLimit = 10;
/** Numbers paired by a person are not to look like a clock: so much longer at most, never shorter. */
const jitter = 0.2;

/** How many may be on their way at once: half a second's worth, so that an answer waits no longer than that. */
const aheadOf = ({ perSecond, pauseMs }: ChannelLimits): number => {
  if (perSecond !== undefined) return Math.max(1, Math.floor(perSecond / 2));
  return pauseMs ? 1 : aheadWithoutLimit;
};

const busyMs = ({ perSecond }: ChannelLimits): number =>
  perSecond === undefined ? 100 : Math.min(1_000, Math.max(100, 500 / perSecond));

/**
 * Lets the bulk messages of one connection out, in the order they were given, until none is left. The event that calls
 * it is there once for each line, so one node at a time does it; when that dies another has the event.
 */
export const letOut = async (
  { connectionId, isPaced }: { connectionId: number; isPaced: boolean },
  scope: Scope,
): Promise<void> => {
  const until = performance.now() + longestRunMs;
  for (;;) {
    const service = scope.use(connections);
    const connection = await service.find(connectionId);
    const adapter = connection && service.adapter(connection);
    if (connection && (!adapter || connection.status !== 'CONNECTED'))
      throw new RetryLater(downMs, 'the connection is down');
    const limits = (connection && adapter?.limits?.(connection)) ?? {};
    // What is left of a deleted connection is let out to fail, and says why.
    const interval = (connection?.bulkInterval ?? 0) * 1_000;
    const next = await scope.sql.one<{ ms: number | null }>(
      sql`select tickets.release_next(${connectionId}::int, ${isPaced}, ${interval}::float8, ${limits.pauseMs ? jitter : 0}::float8,
            ${aheadOf(limits)}::int, ${busyMs(limits)}::float8) as ms`,
    );
    const ms = next?.ms;
    if (ms === undefined || ms === null) return;
    if (ms > shortWaitMs || performance.now() > until) {
      throw new RetryLater(Math.max(1, Math.min(ms, longestWaitMs)), 'bulk messages wait for their turn');
    }
    if (ms > 0) await sleep(ms, undefined, { signal: scope.signal });
  }
};
