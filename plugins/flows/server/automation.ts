import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { tickets, type MessageView, type TicketAutomation, type TicketView } from '@balcao/tickets/contract';
import type { CompiledFlow } from '../graph/compile.ts';
import { newSession } from '../graph/state.ts';
import { advance } from './engine/advance.ts';
import { customerTypes } from './engine/customer-types.ts';
import { keywordFlow, keywordNode, keywordsOf, matchingRoot } from './engine/keyword-flow.ts';
import { logStart } from './engine/log-session.ts';
import { insertSession, liveSession, storeInbox } from './engine/session-store.ts';
import { endLive } from './engine/start.ts';
import { versionById } from './flow-store.ts';

/** Two programs that answer each other begin conversations without end. */
const startsAnHour = 200;

interface Found {
  flow: CompiledFlow;
  startedBy: string;
}

const live = async (scope: Scope, liveId: number | null | undefined, startedBy: string): Promise<Found | undefined> => {
  const flow = liveId == null ? undefined : await versionById(scope, liveId);
  return flow && { flow, startedBy };
};

/** The flow of the queue goes before the words of the connection, and these before the connection's own flow. */
const flowFor = async (
  scope: Scope,
  { queueId, whatsappId }: TicketView,
  message: MessageView | undefined,
): Promise<Found | undefined> => {
  const set = await scope.sql.one<{ queue: number | null; connection: number | null; hasWords: boolean }>(
    sql`select (select f.live_id from flows.queue_flow q join flows.flow f on f.company_id = q.company_id and f.id = q.flow_id
                 where q.queue_id = ${queueId}) as queue,
               (select f.live_id from flows.connection_flow c join flows.flow f on f.company_id = c.company_id and f.id = c.flow_id
                 where c.connection_id = ${whatsappId}) as connection,
               exists (select 1 from flows.keyword k where k.connection_id = ${whatsappId} and k.parent_id is null) as "hasWords"`,
  );
  if (!set) return undefined;
  const ofQueue = await live(scope, set.queue, `queue:${queueId}`);
  if (ofQueue) return ofQueue;
  const word = set.hasWords && message ? matchingRoot(await keywordsOf(scope, whatsappId), message.body) : undefined;
  if (word) {
    const flow = await keywordFlow(scope, whatsappId);
    return { flow: { ...flow, startId: keywordNode(word.id) }, startedBy: `keyword:${word.id}` };
  }
  return live(scope, set.connection, `connection:${whatsappId}`);
};

const mayStart = async (scope: Scope, contactId: number): Promise<boolean> => {
  try {
    await scope.attempts.count('start', contactId, { max: startsAnHour, seconds: 3600 });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 429) throw error;
    scope.log.warn({ contact: contactId }, 'a contact began too many flows in an hour');
    return false;
  }
};

/** Leads customers through flows, from the point `tickets.automation`. */
export const flowAutomation: TicketAutomation = {
  id: 'flows',

  async claims(ticket, message, scope) {
    if (ticket.isGroup) return false;
    const found = await flowFor(scope, ticket, message);
    if (!found || !(await mayStart(scope, ticket.contactId))) return false;
    const { flow, startedBy } = found;
    // The session is stored before the conversation is claimed: whoever has the conversation has a session. It begins
    // with the message that follows; an offer that was not taken up is removed by the sweeper.
    await scope.tx(async (inner) => {
      await endLive(inner, ticket.id, 'stopped');
      await insertSession(inner, {
        ticketId: ticket.id,
        flowId: flow.flowId,
        versionId: flow.versionId,
        connectionId: ticket.whatsappId,
        state: 'offered',
        memory: newSession(flow, new Date()),
        startedBy,
      });
    });
    return true;
  },

  async received(ticket, message, scope) {
    const session = await liveSession(scope, ticket.id);
    if (!session || (await storeInbox(scope, session.id, message.id)) < 0) {
      await scope.use(tickets).setAutomaticService(ticket.id, false);
      return;
    }
    // Only now the flow has the conversation: somebody may have been faster than its offer.
    if (session.state === 'offered') await logStart(scope, { ticketId: ticket.id, ...session });
    await advance(scope, session.id, { kind: 'message' }, message);
  },

  typing: customerTypes,
};
