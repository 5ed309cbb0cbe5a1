import type { Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';
import { abandon, handOver, offer } from './automation.ts';
import { hasOutOfHoursText, sendOutOfHours } from './hours.ts';
import { runMenu, waitForPeople } from './menu.ts';
import { sendGreeting } from './send-greeting.ts';
import { routingStateOf } from './routing-state.ts';

const isPlugins = (automaticBy: string | null): automaticBy is string => automaticBy !== null && automaticBy !== 'menu';

/** State of the conversation when the message arrived; absent in events emitted by earlier versions. */
interface TicketFacts {
  status: TicketStatus;
  isGroup: boolean;
  automaticBy: string | null;
  isRouting: boolean;
  queueId: number | null;
  connectionId: number | null;
}
type Received = { ticketId: number; messageId: number } & Partial<TicketFacts>;

/** Most messages belong to a person or wait for one; then only the out-of-hours text may be sent. */
const needsNoReply = async (
  scope: Scope,
  { status, isGroup, automaticBy, isRouting, queueId, connectionId }: Partial<TicketFacts>,
): Promise<boolean> => {
  if (isGroup === true) return true;
  if (automaticBy !== null || queueId === undefined || connectionId === undefined) return false;
  if (status === 'open') return true;
  return (
    status === 'pending' &&
    isRouting === false &&
    !(await hasOutOfHoursText(scope, { queueId, whatsappId: connectionId }))
  );
};

/**
 * Applies the company's rules to a customer's message: first the automation that has the conversation, then the office
 * hours, then the automations that may claim it, then the menu. Events come at least once and in the order of the
 * conversation, so every step checks the database for whether it was done already. Groups get no automatic replies.
 */
export const followRules = async ({ ticketId, messageId, ...facts }: Received, scope: Scope): Promise<void> => {
  if (await needsNoReply(scope, facts)) return;
  const state = await routingStateOf(scope, ticketId, messageId);
  if (!state || state.isOld || state.isGroup || state.status === 'closed') return;
  if (state.isPublic) return waitForPeople(scope, state);
  const { automaticBy } = state;
  if (isPlugins(automaticBy)) {
    if (await handOver(scope, ticketId, messageId, automaticBy)) return;
    state.routing = await abandon(scope, state);
  }
  if (state.status !== 'pending') return;
  if (await sendOutOfHours(scope, state)) return;
  if (state.routing === 'done') return;
  // A conversation that a choice has just put into its queue may still have an automation to be offered to.
  if (state.routing === 'new' || !state.isMenuShown) {
    const unwanted = async (): Promise<void> => {
      if (state.routing === 'new') await sendGreeting(scope, state);
    };
    const taker = await offer(scope, ticketId, { messageId, unwanted });
    if (taker !== undefined) {
      await handOver(scope, ticketId, messageId, taker);
      return;
    }
  }
  if (state.routing === 'menu' && (await runMenu(scope, state))) await enterQueue(scope, ticketId, messageId);
};

/** Applies the hours and automations of the queue that the conversation entered. */
export const enterQueue = async (scope: Scope, ticketId: number, messageId: number): Promise<void> => {
  const state = await routingStateOf(scope, ticketId, messageId);
  if (!state || state.status !== 'pending') return;
  if (await sendOutOfHours(scope, state)) return;
  const taker = state.routing === 'new' ? await offer(scope, ticketId, { messageId }) : undefined;
  if (taker !== undefined) await handOver(scope, ticketId, messageId, taker);
};
