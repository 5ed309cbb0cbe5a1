import { setTimeout as sleep } from 'node:timers/promises';
import { companyBatch, RetryLater, sql, type Scope } from '@balcao/sdk/server';
import type { ChannelAdapter, Connection } from '@balcao/connections/contract';

/** Waited out here; what is longer goes back to the outbox and holds no place meanwhile. */
const shortWaitMs = 1_500;
/** So that many conversations that were held back do not all come in the same moment. */
const spreadMs = 500;

const wait = async (ms: number, scope: Scope): Promise<boolean> => {
  if (ms <= 0) return false;
  if (ms > shortWaitMs) throw new RetryLater(ms, 'the connection sends no faster');
  await sleep(ms, undefined, { signal: scope.signal });
  return true;
};

interface Wish {
  message: number;
  connection: number;
  interval: number;
  burst: number;
  pause: number;
}

/** Turns of several messages by one statement, connection by connection in the order of all nodes. */
const turns = () =>
  companyBatch<Wish, number>({
    async run(scope, wishes, waits) {
      const [only] = wishes;
      if (waits && only) {
        const turn = await scope.sql.one<{ ms: number }>(
          sql`select tickets.await_turn(${only.message}::bigint, ${only.connection}::int, ${only.interval}::float8, ${only.burst}::int,
                ${only.pause}::float8) as ms`,
        );
        return [turn?.ms ?? 0];
      }
      const asked = JSON.stringify(wishes.map((wish, place) => ({ place, ...wish })));
      const rows = await scope.sql.rows<{ place: number; ms: number }>(
        sql`select place, ms from tickets.await_turns(${asked}::json)`,
      );
      const found = new Map(rows.map(({ place, ms }) => [place, ms]));
      return wishes.map((_, place) => found.get(place) ?? 0);
    },
  });

/** Comes back when it is a message's turn on its connection; RetryLater when that is a while away. An instance for each server. */
export const awaitingTurns = () => {
  const turnOf = turns();
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
    const wish = {
      message: message.id,
      connection: connection.id,
      interval: perSecond ? 1_000 / perSecond : 0,
      burst,
      pause: pauseMs ? pauseMs.min + Math.random() * Math.max(0, pauseMs.max - pauseMs.min) : 0,
    };
    // Asked again after the wait: the provider may have asked for a rest meanwhile.
    for (let waited = true; waited;) waited = await wait(await turnOf(scope, wish), scope);
  };
};

/** The provider asked for a rest of the whole connection. */
export const holdBack = async (scope: Scope, connectionId: number, ms: number): Promise<void> => {
  await scope.sql.run(sql`select tickets.hold_pace(${connectionId}::int, ${ms}::float8)`);
};
