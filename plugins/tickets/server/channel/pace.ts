import { setTimeout as sleep } from 'node:timers/promises';
import { companyBatch, RetryLater, sql, type Scope } from '@balcao/sdk/server';
import type { ChannelAdapter, Connection } from '@balcao/connections/contract';

/** Longest wait inside the handler; a longer one goes back to the outbox and occupies no handler meanwhile. */
const shortWaitMs = 1_500;
/** Random spread, so that conversations that were held back do not all resume at the same moment. */
const spreadMs = 500;

const wait = async (ms: number, scope: Scope): Promise<boolean> => {
  if (ms <= 0) return false;
  if (ms > shortWaitMs) throw new RetryLater(ms, 'the rate limit of the connection is reached');
  await sleep(ms, undefined, { signal: scope.signal });
  return true;
};

interface TurnRequest {
  message: number;
  connection: number;
  interval: number;
  burst: number;
  pause: number;
}

/** Reserves the turns of several messages in one statement, in a connection order that is the same on all nodes. */
const reserveTurns = () =>
  companyBatch<TurnRequest, number>({
    async run(scope, requests, waits) {
      const [only] = requests;
      if (waits && only) {
        const turn = await scope.sql.one<{ ms: number }>(
          sql`select tickets.await_turn(${only.message}::bigint, ${only.connection}::int, ${only.interval}::float8, ${only.burst}::int,
                ${only.pause}::float8) as ms`,
        );
        return [turn?.ms ?? 0];
      }
      const batch = JSON.stringify(requests.map((request, place) => ({ place, ...request })));
      const rows = await scope.sql.rows<{ place: number; ms: number }>(
        sql`select place, ms from tickets.await_turns(${batch}::json)`,
      );
      const found = new Map(rows.map(({ place, ms }) => [place, ms]));
      return requests.map((_, place) => found.get(place) ?? 0);
    },
  });

/**
 * Creates the function that waits for a message's turn on its connection; RetryLater when the turn is far away. One
 * instance per server.
 */
export const awaitingTurns = () => {
  const turnOf = reserveTurns();
  return async (
    scope: Scope,
    message: { id: number; heldMs: number },
    connection: Connection,
    adapter: ChannelAdapter,
  ): Promise<void> => {
    const limits = adapter.limits?.(connection);
    if (!limits) {
      if (message.heldMs > 0) await wait(message.heldMs + Math.random() * spreadMs, scope);
      return;
    }
    const { perSecond, burst = 1, pauseMs } = limits;
    const request = {
      message: message.id,
      connection: connection.id,
      interval: perSecond ? 1_000 / perSecond : 0,
      burst,
      pause: pauseMs ? pauseMs.min + Math.random() * Math.max(0, pauseMs.max - pauseMs.min) : 0,
    };
    // Checked again after the wait: the provider may have asked for a pause meanwhile.
    for (let waited = true; waited;) waited = await wait(await turnOf(scope, request), scope);
  };
};

/** Stores that the provider asked for a pause of the whole connection. */
export const holdBack = async (scope: Scope, connectionId: number, ms: number): Promise<void> => {
  await scope.sql.run(sql`select tickets.hold_pace(${connectionId}::int, ${ms}::float8)`);
};

/** Implements `Tickets.heldUntil`. */
export const heldUntil = async (scope: Scope, connectionId: number): Promise<Date | null> =>
  (
    await scope.sql.one<{ until: Date }>(
      sql`select held_until as until from tickets.pace where connection_id = ${connectionId} and held_until > clock_timestamp()`,
    )
  )?.until ?? null;
