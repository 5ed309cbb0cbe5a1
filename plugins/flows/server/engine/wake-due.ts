import type { Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { advance } from './advance.ts';
import { Effects } from './effects.ts';
import { wakeDueSessions } from './jobs.ts';
import { runnersOf } from './runners.ts';
import { lockDue } from './session-store.ts';
import { finishTurns, showTyping, takeTurn, type Turn } from './turn.ts';

/** Sessions of one transaction: more would keep their conversations locked for long. */
export const sessionsAtOnce = 25;
/** Transactions of one job; the rest is left to another one. */
const batchesAtOnce = 20;

interface Batch {
  turns: Turn[];
  /** Sessions to continue one by one. */
  others: number[];
  /** The last id that was looked at; 0: none. */
  last: number;
}

const wakeBatch = async (scope: Scope, after: number): Promise<Batch> => {
  let ids: number[] = [];
  try {
    return await scope.tx(async (inner) => {
      const sessions = await lockDue(inner, after, sessionsAtOnce);
      ids = sessions.map(({ id }) => id);
      if (sessions.length === 0) return { turns: [], others: [], last: 0 };
      const ticketIds = sessions.map(({ ticketId }) => ticketId);
      const held = await inner.use(tickets).holdAll(ticketIds, 'flows', { skipsLocked: true });
      const byTicket = new Map(held.map((ticket) => [ticket.id, ticket]));
      const working = { scope: inner, effects: new Effects(inner), runner: runnersOf(inner), isCareful: false };
      const turns: Turn[] = [];
      const others: number[] = [];
      for (const session of sessions) {
        const ticket = byTicket.get(session.ticketId);
        if (!ticket) {
          // A person has the conversation, or somebody is changing it at the moment.
          others.push(session.id);
          continue;
        }
        const known = { ...ticket, connectionId: ticket.connectionId ?? 0 };
        const turn = await takeTurn(working, { session, ticket: known }, { kind: 'wake' });
        if (turn) turns.push(turn);
      }
      await finishTurns(working, turns);
      return { turns, others, last: ids.at(-1) ?? 0 };
    });
  } catch (error) {
    if (!scope.signal.aborted)
      scope.log.info({ err: error, sessions: ids.length }, 'sessions of flows are continued one by one');
    return { turns: [], others: ids, last: ids.at(-1) ?? 0 };
  }
};

/**
 * Continues all sessions whose wait is over, many in each transaction. Several workers, of one server or of many, share
 * them: each takes what no other has. A session that fails is continued by itself, so that others do not wait for it.
 */
export const wakeDue = async (scope: Scope): Promise<void> => {
  let after = 0;
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    const { turns, others, last } = await wakeBatch(scope, after);
    if (scope.signal.aborted) return;
    await showTyping(scope, turns);
    for (const { session, state } of turns) if (state.status === 'running') others.push(session.id);
    for (const id of others) {
      await advance(scope, id, { kind: 'wake' });
      if (scope.signal.aborted) return;
    }
    if (last === 0) return;
    after = last;
  }
  await scope.jobs.schedule(wakeDueSessions, {}, { key: 'due:rest' });
};
