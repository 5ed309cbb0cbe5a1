import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@balcao/sdk/contract';
import { RetryLater, sql, type Delivery, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelLimits } from '@balcao/connections/contract';

/**
 * Emitted when the first bulk message of a connection waits, and handled until none is left. Key: connection and pace.
 */
export const bulkDue = event<{ connectionId: number; isPaced: boolean }>('tickets.bulk.due');

/** Longest wait inside the handler; a longer one goes back to the outbox. */
const shortWaitMs = 1_500;
/** Longest delay until a shorter interval, set meanwhile, takes effect. */
const maxWaitMs = 30_000;
/** Interval between attempts while the connection is down. */
const retryWhileDownMs = 3_000;
/**
 * Longest run of the handler; then the event goes back to the outbox, so that a busy handler is not mistaken for one
 * that hangs.
 */
const maxRunMs = 20_000;
/** Messages in flight at once on a channel without limits. */
const maxInFlightWithoutLimits = 20;
/**
 * Random share added to the interval of a connection paired by a person, so that it does not look automated. It never
 * shortens the interval.
 */
const jitter = 0.2;

/**
 * Returns how many messages may be in flight at once: half a second's worth, so that a reply waits no longer than that.
 */
const maxInFlight = ({ perSecond, pauseMs }: ChannelLimits): number => {
  if (perSecond !== undefined) return Math.max(1, Math.floor(perSecond / 2));
  return pauseMs ? 1 : maxInFlightWithoutLimits;
};

const busyMs = ({ perSecond }: ChannelLimits): number =>
  perSecond === undefined ? 50 : Math.min(1_000, Math.max(50, 500 / perSecond));

/**
 * Releases the bulk messages of one connection in the order they were given, until none is left. There is one event for
 * each connection and pace, so one node at a time does it; if that node dies, another receives the event.
 */
export const releaseBulk = async (
  { connectionId, isPaced }: { connectionId: number; isPaced: boolean },
  scope: Scope,
  { stopping }: Pick<Delivery, 'stopping'>,
): Promise<void> => {
  const until = performance.now() + maxRunMs;
  const ended = AbortSignal.any([scope.signal, stopping]);
  for (;;) {
    const service = scope.use(connections);
    const connection = await service.find(connectionId);
    const adapter = connection && service.adapter(connection);
    if (connection && (!adapter || connection.status !== 'CONNECTED'))
      throw new RetryLater(retryWhileDownMs, 'the connection is down');
    const limits = (connection && adapter?.limits?.(connection)) ?? {};
    // Messages left by a deleted connection are released as well: they fail, and show why.
    const interval = (connection?.bulkInterval ?? 0) * 1_000;
    const next = await scope.sql.one<{ ms: number | null }>(
      sql`select tickets.release_next(${connectionId}::int, ${isPaced}, ${interval}::float8, ${limits.pauseMs ? jitter : 0}::float8,
            ${maxInFlight(limits)}::int, ${busyMs(limits)}::float8) as ms`,
    );
    const ms = next?.ms;
    if (ms === undefined || ms === null) return;
    if (ms > shortWaitMs || performance.now() > until) {
      throw new RetryLater(Math.max(1, Math.min(ms, maxWaitMs)), 'bulk messages are not due yet');
    }
    if (ms > 0) await sleep(ms, undefined, { signal: ended }).catch(() => scope.signal.throwIfAborted());
    if (stopping.aborted) throw new RetryLater(1, 'the server stops');
  }
};
