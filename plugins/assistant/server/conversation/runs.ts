import { sql, sqlState, type Scope } from '@balcao/sdk/server';
import type { TurnFacts } from './loop.ts';

/** The turn was overtaken by a newer message, or a person took the conversation: nothing of it may be sent. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Turns on this node, so that a newer message ends their call of the model at once. */
const running = new Map<string, AbortController>();
const keyOf = (scope: Scope, runId: number): string => `${scope.company.id}:${runId}`;

/** A turn that a dead server left is over after this time. */
const staleSeconds = 120;

/** Begins a turn; undefined: another one runs in this conversation, or has just answered the message. */
export const beginRun = async (
  scope: Scope,
  ticketId: number,
  uptoId: number,
): Promise<{ id: number; signal: AbortSignal; end(): void } | undefined> => {
  await scope.sql.run(
    sql`update assistant.run set state = 'failed', why = 'lost', ended_at = now()
         where ticket_id = ${ticketId} and state = 'running' and started_at < now() - make_interval(secs => ${staleSeconds})`,
  );
  try {
    const row = await scope.sql.one<{ id: number }>(
      sql`insert into assistant.run (ticket_id, upto_id) values (${ticketId}, ${uptoId}) returning id::int as id`,
    );
    const id = row?.id ?? 0;
    // A turn that ended since the caller looked: only from here on nobody else answers.
    const isAnswered = await scope.sql.run(
      sql`delete from assistant.run r using assistant.conversation c
           where r.id = ${id} and c.company_id = r.company_id and c.ticket_id = r.ticket_id and c.answered_id >= ${uptoId}`,
    );
    if (isAnswered > 0) return undefined;
    const controller = new AbortController();
    running.set(keyOf(scope, id), controller);
    return {
      id,
      signal: AbortSignal.any([controller.signal, scope.signal]),
      end: () => void running.delete(keyOf(scope, id)),
    };
  } catch (error) {
    if (sqlState(error) === '23505') return undefined;
    throw error;
  }
};

/** Cancels the running turn of a conversation, wherever it runs: on this node at once, elsewhere before it sends. */
export const cancelRuns = async (scope: Scope, ticketId: number, why: string): Promise<void> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`update assistant.run set state = 'cancelled', why = ${why}, ended_at = now()
         where ticket_id = ${ticketId} and state = 'running' returning id::int as id`,
  );
  for (const { id } of rows) running.get(keyOf(scope, id))?.abort(new Cancelled());
};

/** Throws `Cancelled` unless the turn still runs. */
export const assertRunning = async (scope: Scope, runId: number): Promise<void> => {
  if (!(await scope.sql.one(sql`select 1 from assistant.run where id = ${runId} and state = 'running'`)))
    throw new Cancelled();
};

/** Ends a turn, once: whoever comes second gets `Cancelled`, and whatever the transaction did is undone. */
export const endRun = async (
  scope: Scope,
  runId: number,
  state: 'sent' | 'handed' | 'ended' | 'failed',
  why: string | null,
  facts?: TurnFacts,
): Promise<void> => {
  const ended = await scope.sql.run(
    sql`update assistant.run set state = ${state}, why = ${why}, calls = ${facts?.calls ?? 0}, tools = ${facts?.tools ?? []}::text[],
           cost_micros = ${facts?.costMicros ?? null}, ended_at = now() where id = ${runId} and state = 'running'`,
  );
  if (ended === 0) throw new Cancelled();
};

/** Records a turn that a flow made: it sends by itself, and locks its conversation itself. */
export const recordFlowTurn = async (
  scope: Scope,
  ticketId: number,
  state: 'sent' | 'handed' | 'ended',
  why: string | null,
  facts?: TurnFacts,
): Promise<void> => {
  await scope.sql.run(sql`insert into assistant.conversation (ticket_id) values (${ticketId}) on conflict do nothing`);
  await scope.sql.run(
    sql`insert into assistant.run (ticket_id, upto_id, state, why, calls, tools, cost_micros, ended_at)
        values (${ticketId}, 0, ${state}, ${why}, ${facts?.calls ?? 0}, ${facts?.tools ?? []}::text[], ${facts?.costMicros ?? null}, now())`,
  );
};
