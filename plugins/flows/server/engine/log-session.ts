import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { FlowEnd } from '../../contract.ts';

/** Names as they are now: flows may be renamed or deleted later. Absent: words of a connection, which have none. */
const namesOf = async (
  scope: Scope,
  flowIds: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, string>> => {
  const ids = [...new Set(flowIds.filter((id) => id !== null))];
  const flows = await scope.sql.rows<{ id: number; title: string }>(
    sql`select id, title from flows.flow where id = any(${ids}::int[])`,
  );
  return new Map(flows.map(({ id, title }) => [id, title]));
};

/** Writes into the log of a conversation that a flow began there, and what or who started it. */
export const logStart = async (
  scope: Scope,
  { ticketId, flowId, startedBy }: { ticketId: number; flowId: number | null; startedBy: string },
): Promise<void> => {
  const [, origin = '', person] = /^([a-z]+)(?::(\d+)$)?/.exec(startedBy) ?? [];
  await scope.use(tickets).log(ticketId, {
    type: 'flows.started',
    data: { name: (await namesOf(scope, [flowId])).get(flowId) ?? '', origin },
    by: origin === 'user' && person !== undefined ? Number(person) : null,
  });
};

/** A flow that ended in a conversation, and why. */
export interface LoggedEnd {
  ticketId: number;
  flowId: number | null;
  reason: FlowEnd;
}

/** Writes into the logs of conversations that their flows ended, and why, in a few statements for all. */
export const logEnds = async (scope: Scope, ends: readonly LoggedEnd[]): Promise<void> => {
  if (ends.length === 0) return;
  const names = await namesOf(
    scope,
    ends.map(({ flowId }) => flowId),
  );
  const entries = ends.map(({ ticketId, flowId, reason }) => ({
    ticketId,
    type: 'flows.ended',
    data: { name: names.get(flowId) ?? '', reason },
    by: null,
  }));
  await scope.use(tickets).logAll(entries);
};
