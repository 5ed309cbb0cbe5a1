import { setTimeout as sleep } from 'node:timers/promises';
import { NotYet, sql, type Scope } from '@balcao/sdk/server';
import type { ChannelAdapter, Connection } from '@balcao/connections/contract';

/** Waited out here; what is longer goes back to the outbox and holds no place meanwhile. */
const shortWaitMs = 1_500;
/** So that many conversations that were held back do not all come in the same moment. */
const spreadMs = 500;

const wait = async (ms: number, scope: Scope): Promise<boolean> => {
  if (ms <= 0) return false;
  if (ms > shortWaitMs) throw new NotYet(ms, 'the connection sends no faster');
  await sleep(ms, undefined, { signal: scope.signal });
  return true;
};

/** Comes back when it is this message's turn on its connection; NotYet when that is a while away. */
export const awaitTurn = async (
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
  const interval = perSecond ? 1_000 / perSecond : 0;
  const pause = pauseMs ? pauseMs.least + Math.random() * Math.max(0, pauseMs.most - pauseMs.least) : 0;
  // Asked again after the wait: the provider may have asked for a rest meanwhile.
  for (let waited = true; waited;) {
    const turn = await scope.sql.one<{ ms: number }>(
      sql`select tickets.await_turn(${message.id}::bigint, ${connection.id}::int, ${interval}::float8, ${burst}::int, ${pause}::float8) as ms`,
    );
    waited = await wait(turn?.ms ?? 0, scope);
  }
};

/** The provider asked for a rest of the whole connection. */
export const holdBack = async (scope: Scope, connectionId: number, ms: number): Promise<void> => {
  await scope.sql.run(sql`select tickets.hold_pace(${connectionId}::int, ${ms}::float8)`);
};
