import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { SessionState } from '../../graph/state.ts';
import type { StepRecord } from '../../graph/moves.ts';

export type SessionRowState = 'offered' | 'running' | 'waiting' | 'ended';

export interface SessionRow {
  id: number;
  ticketId: number;
  flowId: number | null;
  connectionId: number | null;
  state: SessionRowState;
  memory: SessionState | null;
  askedId: number;
  isExpiry: boolean;
  isDue: boolean;
  /** The time to wait for further messages is over, or did not begin. */
  isSettled: boolean;
  settleAt: Date | null;
  failures: number;
  startedBy: string;
  now: Date;
}

const columns = sql`s.id, s.ticket_id as "ticketId", s.flow_id as "flowId", s.connection_id as "connectionId", s.state, s.memory,
  s.asked_id as "askedId", s.is_expiry as "isExpiry", coalesce(s.wake_at <= now(), false) as "isDue",
  coalesce(s.settle_at <= now(), false) as "isSettled", s.settle_at as "settleAt", s.failures, s.started_by as "startedBy", now() as now`;

/** Locks a session that has not ended: of two servers with something to do for it, one waits for the other. */
export const lockSession = (scope: Scope, id: number): Promise<SessionRow | undefined> =>
  scope.sql.one<SessionRow>(
    sql`select ${columns} from flows.session s where s.id = ${id} and s.ended_at is null for no key update`,
  );

/** A wait of which the time has come. */
export const isDue = sql`s.state = 'waiting' and (s.wake_at <= now() or s.settle_at <= now())`;

/**
 * Locks sessions whose wait is over, in the order of their ids from one on. Those that are locked already are continued
 * by whoever has them; those that failed are tried again one by one.
 */
export const lockDue = (scope: Scope, after: number, limit: number): Promise<SessionRow[]> =>
  scope.sql.rows<SessionRow & Record<string, unknown>>(
    sql`select ${columns} from flows.session s where ${isDue} and s.failures = 0 and s.id > ${after}
         order by s.id limit ${limit} for no key update skip locked`,
  );

export const liveSession = (
  scope: Scope,
  ticketId: number,
): Promise<{ id: number; state: SessionRowState; flowId: number | null; startedBy: string } | undefined> =>
  scope.sql.one(sql`select s.id, s.state, s.flow_id as "flowId", s.started_by as "startedBy"
    from flows.session s where s.ticket_id = ${ticketId} and s.ended_at is null`);

export interface NewSession {
  ticketId: number;
  flowId: number | null;
  versionId: number | null;
  connectionId: number;
  state: 'offered' | 'running';
  memory: SessionState;
  startedBy: string;
  /** The last message of the customer that is no answer to anything. */
  askedId?: number;
}

/** Stores a new session. A live one of the conversation must have been ended before. */
export const insertSession = async (scope: Scope, session: NewSession): Promise<number> => {
  const { ticketId, flowId, versionId, connectionId, state, memory, startedBy, askedId = 0 } = session;
  const row = await scope.sql.one<{ id: number }>(
    sql`insert into flows.session (ticket_id, flow_id, version_id, connection_id, state, node_id, memory, started_by, asked_id)
        values (${ticketId}, ${flowId}, ${versionId}, ${connectionId}, ${state}, ${memory.nodeId}, ${JSON.stringify(memory)}::json,
                ${startedBy}, ${askedId})
        returning id`,
  );
  if (!row) throw new Error('the session was not stored');
  return row.id;
};

/** Stores a message of the customer for the session; it stays for the next node that waits for an answer. */
export const storeInbox = (scope: Scope, sessionId: number, messageId: number): Promise<number> =>
  scope.sql.run(
    sql`insert into flows.inbox (session_id, message_id)
        select ${sessionId}, ${messageId} where exists (select 1 from flows.session s where s.id = ${sessionId} and s.ended_at is null)
        on conflict do nothing`,
  );

/** Ids of messages that no node has used, in the order in which they were stored. */
export const openInbox = async (scope: Scope, sessionId: number): Promise<number[]> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select message_id as id from flows.inbox where session_id = ${sessionId} and taken_seq is null order by message_id limit 100`,
  );
  return rows.map(({ id }) => id);
};

/** Marks the messages that a step used: all up to one of them. */
export const takeInboxes = (
  scope: Scope,
  taken: readonly { sessionId: number; upTo: number; seq: number }[],
): Promise<number> =>
  scope.sql.run(
    sql`update flows.inbox i set taken_seq = x.seq
          from json_to_recordset(${JSON.stringify(taken)}::json) as x("sessionId" int, "upTo" bigint, seq int)
         where i.session_id = x."sessionId" and i.taken_seq is null and i.message_id <= x."upTo"`,
  );

const day = 86_400_000;

/** When a session is due: at the end of its wait, or at the flow's expiry, whichever comes first. */
const due = (state: SessionState, expiryMinutes: number, now: Date): { at: Date | null; isExpiry: boolean } => {
  const { wait } = state;
  if (state.status !== 'waiting' || !wait) return { at: null, isExpiry: false };
  // Work that never returns, because its job was lost, fails after a while.
  if (wait.kind === 'work') return { at: new Date(now.getTime() + 15 * 60_000), isExpiry: false };
  if (wait.kind === 'timer') return { at: new Date(wait.until ?? now.getTime()), isExpiry: false };
  const expiry = now.getTime() + Math.min(expiryMinutes * 60_000, 30 * day);
  return wait.until !== null && wait.until <= expiry
    ? { at: new Date(wait.until), isExpiry: false }
    : { at: new Date(expiry), isExpiry: true };
};

/** The state of a session after its steps. */
export interface SavedSession {
  session: SessionRow;
  state: SessionState;
  /** Later messages of the customer are answers. */
  askedId: number;
  expiryMinutes: number;
}

/** Stores states in one statement. Returns when the sessions are due by a job; expiry is left to the sweeper. */
export const saveSessions = async (scope: Scope, saved: readonly SavedSession[]): Promise<(Date | null)[]> => {
  const dues = saved.map(({ session, state, expiryMinutes }) => due(state, expiryMinutes, session.now));
  const rows = saved.map(({ session, state, askedId }, index) => ({
    id: session.id,
    state: state.status,
    nodeId: state.nodeId,
    seq: state.seq,
    // As a text, which may have any escape; the reader of the list would refuse some of them.
    memory: state.status === 'ended' ? null : JSON.stringify(state),
    askedId,
    wakeAt: dues[index]?.at ?? null,
    isExpiry: dues[index]?.isExpiry ?? false,
    endedWhy: state.ended,
  }));
  await scope.sql.run(
    sql`update flows.session s
           set state = x.state, node_id = x."nodeId", seq = x.seq, touched_at = clock_timestamp(), memory = x.memory::json,
               asked_id = greatest(s.asked_id, x."askedId"), wake_at = x."wakeAt", is_expiry = x."isExpiry", settle_at = null,
               failures = 0, ended_at = case when x.state = 'ended' then clock_timestamp() end, ended_why = x."endedWhy"
          from json_to_recordset(${JSON.stringify(rows)}::json)
            as x(id int, state text, "nodeId" text, seq int, memory text, "askedId" bigint, "wakeAt" timestamptz, "isExpiry" boolean, "endedWhy" text)
         where s.id = x.id`,
  );
  return dues.map(({ at, isExpiry }) => (isExpiry ? null : at));
};

/** A line of the log with the session that it belongs to. */
export interface StoredStep {
  sessionId: number;
  seq: number;
  flowId: number | null;
  versionId: number | null;
  record: StepRecord;
}

export const insertSteps = (scope: Scope, steps: readonly StoredStep[]): Promise<number> => {
  const rows = steps.map(({ record, ...step }) => ({ ...step, ...record }));
  return scope.sql.run(
    sql`insert into flows.step (session_id, seq, flow_id, version_id, node_id, type, is_entry, left_by, waited_ms, attempt, ended, error)
        select x."sessionId", x.seq, x."flowId", x."versionId", x."nodeId", x.type, x."isEntry", x."leftBy", x."waitedMs",
               x.attempt, x.ended, x.error
          from json_to_recordset(${JSON.stringify(rows)}::json)
            as x("sessionId" int, seq int, "flowId" int, "versionId" int, "nodeId" text, type text, "isEntry" boolean, "leftBy" text,
                 "waitedMs" bigint, attempt int, ended text, error text)`,
  );
};

/** Sessions of the company that need the sweeper. */
export const unfinished = (scope: Scope, condition: Sql, limit: number): Promise<{ id: number }[]> =>
  scope.sql.rows<{ id: number }>(sql`select s.id from flows.session s where ${condition} order by s.id limit ${limit}`);
