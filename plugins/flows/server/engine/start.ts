import { conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { flowSessionStarted, type FlowEnd, type FlowValue, type FlowValues } from '../../contract.ts';
import { nameKey } from '../../graph/fill.ts';
import { newSession } from '../../graph/state.ts';
import { findFlow, versionById } from '../flow-store.ts';
import { logStart } from './log-session.ts';
import { endSession } from './session-end.ts';
import { insertSession, liveSession, lockSession } from './session-store.ts';

/** Ends the session that a conversation has, before another one begins or people take over. */
export const endLive = async (scope: Scope, ticketId: number, reason: FlowEnd): Promise<boolean> => {
  const live = await liveSession(scope, ticketId);
  const session = live && (await lockSession(scope, live.id));
  if (!session) return false;
  // An offer that nobody took up is no session.
  if (session.state === 'offered') await scope.sql.run(sql`delete from flows.session where id = ${session.id}`);
  else await endSession(scope, session, reason);
  return true;
};

const readValues = (variables: FlowValues): Record<string, FlowValue> =>
  Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]): [string, FlowValue] => [nameKey(name), value])
      .filter(([key, value]) => key !== '' && value !== null),
  );

const conversation = (scope: Scope, ticketId: number) =>
  scope.sql.one<{ connectionId: number | null; lastId: number | null; isGroup: boolean }>(
    sql`select t.connection_id as "connectionId", t.is_group as "isGroup",
               (select m.id from tickets.public_message m where m.ticket_id = t.id order by m.sent_at desc, m.id desc limit 1) as "lastId"
          from tickets.public_ticket t where t.id = ${ticketId}`,
  );

export interface StartOptions {
  notify?: 'automatic' | 'await';
  startedBy: string;
  variables?: FlowValues;
}

/** Implements `Flows.start`. */
export const startFlow = (
  scope: Scope,
  ticketId: number,
  flowId: number,
  { notify = 'automatic', startedBy, variables = {} }: StartOptions,
): Promise<{ sessionId: number }> =>
  scope.tx(async (inner) => {
    const flow = await findFlow(inner, flowId);
    if (!flow) throw notFound('ERR_NO_FLOW_FOUND');
    const version = flow.liveId === null ? undefined : await versionById(inner, flow.liveId);
    if (!version) throw conflict('ERR_FLOW_NOT_PUBLISHED');
    const ticket = await conversation(inner, ticketId);
    if (!ticket) throw notFound('ERR_NO_TICKET_FOUND');
    if (ticket.isGroup) throw conflict('ERR_FLOW_GROUP');
    await endLive(inner, ticketId, 'stopped');
    const sessionId = await insertSession(inner, {
      ticketId,
      flowId,
      versionId: version.versionId,
      connectionId: ticket.connectionId ?? 0,
      state: notify === 'automatic' ? 'running' : 'offered',
      memory: newSession(version, new Date(), readValues(variables)),
      startedBy: startedBy.slice(0, 200),
      askedId: ticket.lastId ?? 0,
    });
    await logStart(inner, { ticketId, flowId, startedBy });
    await inner.use(tickets).setAutomaticService(ticketId, true, 'flows');
    // The flow speaks after the commit, by the listener of this event.
    await inner.emit(flowSessionStarted, `ticket:${ticketId}`, { ticketId, flowId, sessionId, startedBy });
    return { sessionId };
  });

/** Implements `Flows.stop`: the conversation waits for people where it is. */
export const stopFlow = (scope: Scope, ticketId: number, reason: FlowEnd): Promise<boolean> =>
  scope.tx(async (inner) => {
    const isStopped = await endLive(inner, ticketId, reason);
    if (isStopped) await inner.use(tickets).setAutomaticService(ticketId, false);
    return isStopped;
  });

/** Implements `Flows.fire`. */
export const fireTrigger = async (
  scope: Scope,
  trigger: string,
  subject: string,
  ticketId: number,
  variables: FlowValues = {},
): Promise<boolean> => {
  const found = await scope.sql.one<{ flowId: number }>(
    sql`select g.flow_id as "flowId" from flows.trigger g
          join flows.flow f on f.company_id = g.company_id and f.id = g.flow_id and f.live_id is not null
          join tickets.public_ticket t on t.id = ${ticketId}
         where g.trigger = ${trigger} and g.subject in (${subject}, '')
           and t.status = 'pending' and t.user_id is null and not t.is_group and t.automatic_by is null
           and not exists (select 1 from flows.session s where s.ticket_id = t.id and s.ended_at is null)
         order by g.subject desc limit 1`,
  );
  if (!found) return false;
  await startFlow(scope, ticketId, found.flowId, { startedBy: `trigger:${trigger}`, variables });
  return true;
};
