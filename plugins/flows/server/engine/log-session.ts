import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { FlowEnd } from '../../contract.ts';

/** The name as it is now: the flow may be renamed or deleted later. Empty: words of a connection, which have none. */
const nameOf = async (scope: Scope, flowId: number | null): Promise<string> =>
  (await scope.sql.one<{ title: string }>(sql`select title from flows.flow where id = ${flowId}::int`))?.title ?? '';

/** Writes into the log of a conversation that a flow began there, and what or who started it. */
export const logStart = async (
  scope: Scope,
  { ticketId, flowId, startedBy }: { ticketId: number; flowId: number | null; startedBy: string },
): Promise<void> => {
  const [, origin = '', person] = /^([a-z]+)(?::(\d+)$)?/.exec(startedBy) ?? [];
  await scope.use(tickets).log(ticketId, {
    type: 'flows.started',
    data: { name: await nameOf(scope, flowId), origin },
    by: origin === 'user' && person !== undefined ? Number(person) : null,
  });
};

/** Writes into the log of a conversation that its flow ended, and why. */
export const logEnd = async (
  scope: Scope,
  { ticketId, flowId }: { ticketId: number; flowId: number | null },
  reason: FlowEnd,
): Promise<void> => {
  const data = { name: await nameOf(scope, flowId), reason };
  await scope.use(tickets).logAll([{ ticketId, type: 'flows.ended', data, by: null }]);
};
