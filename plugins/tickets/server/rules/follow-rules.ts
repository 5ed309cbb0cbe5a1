import type { Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';
import { abandon, handOver, offer } from './automation.ts';
import { answersOutOfHours, saysClosed } from './hours.ts';
import { runMenu } from './menu.ts';
import { sayOpeningWords } from './opening-words.ts';
import { routingStateOf } from './routing-state.ts';

const isPlugins = (automaticBy: string | null): automaticBy is string => automaticBy !== null && automaticBy !== 'menu';

/** How the conversation stood; absent in an event that was emitted before they were told. */
interface Facts {
  status: TicketStatus;
  isGroup: boolean;
  automaticBy: string | null;
  isRouting: boolean;
  queueId: number | null;
  connectionId: number | null;
}
type Received = { ticketId: number; messageId: number } & Partial<Facts>;

/** Most messages are said to a person, or wait for one: then nothing answers but what is said out of hours. */
const concernsNobody = async (
  scope: Scope,
  { status, isGroup, automaticBy, isRouting, queueId, connectionId }: Partial<Facts>,
): Promise<boolean> => {
  if (isGroup === true) return true;
  if (automaticBy !== null || queueId === undefined || connectionId === undefined) return false;
  if (status === 'open') return true;
  return (
    status === 'pending' &&
    isRouting === false &&
    !(await answersOutOfHours(scope, { queueId, whatsappId: connectionId }))
  );
};

/**
 * What the company answers by itself to a message of a customer: first who already has the conversation, then the hours,
 * then who wants it, then the menu. Heard at least once and in the order of the conversation: everything here finds out
 * from the database whether it was done already. Nobody is answered in groups.
 */
export const followRules = async ({ ticketId, messageId, ...facts }: Received, scope: Scope): Promise<void> => {
  if (await concernsNobody(scope, facts)) return;
  const standing = await routingStateOf(scope, ticketId, messageId);
  if (!standing || standing.isOld || standing.isGroup || standing.status === 'closed') return;
  const { automaticBy } = standing;
  if (isPlugins(automaticBy)) {
    if (await handOver(scope, ticketId, messageId, automaticBy)) return;
    standing.routing = await abandon(scope, standing);
  }
  if (standing.status !== 'pending') return;
  if (await saysClosed(scope, standing)) return;
  if (standing.routing === 'done') return;
  // Settled by a choice only a moment ago, the queue may have one that was not asked yet.
  if (standing.routing === 'new' || !standing.isAsked) {
    const unwanted = async (): Promise<void> => {
      if (standing.routing === 'new') await sayOpeningWords(scope, standing);
    };
    const taker = await offer(scope, ticketId, { messageId, unwanted });
    if (taker !== undefined) {
      await handOver(scope, ticketId, messageId, taker);
      return;
    }
  }
  if (standing.routing === 'menu' && (await runMenu(scope, standing))) await enterQueue(scope, ticketId, messageId);
};

/** In its queue the hours may be others, and something else may want it. */
export const enterQueue = async (scope: Scope, ticketId: number, messageId: number): Promise<void> => {
  const standing = await routingStateOf(scope, ticketId, messageId);
  if (!standing || standing.status !== 'pending') return;
  if (await saysClosed(scope, standing)) return;
  const taker = standing.routing === 'new' ? await offer(scope, ticketId, { messageId }) : undefined;
  if (taker !== undefined) await handOver(scope, ticketId, messageId, taker);
};
