import { sql, type Host, type Scope } from '@balcao/sdk/server';
import { models, prompts } from '@balcao/chatai/contract';
import { connections } from '@balcao/connections/contract';
import {
  ticketAutomation,
  ticketChanged,
  tickets,
  type MessageView,
  type TicketAutomation,
  type TicketView,
} from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { liveProfile } from '../profile/profile.ts';
import { decideByWords } from './before-model.ts';
import { beginConversation, conversationOf, lockConversation } from './conversation.ts';
import { beginRun, cancelRuns } from './runs.ts';
import { handOverNow, scheduleTurn } from './turns.ts';

interface Origin {
  userId: number | null;
  prompt: string;
}

/** A virtual colleague who has the conversation, with the additional prompt of their form. */
const virtualUser = async (scope: Scope, userId: number | null): Promise<Origin | undefined> =>
  userId === null
    ? undefined
    : scope.sql.one<Origin & Record<string, unknown>>(
        sql`select id as "userId", custom_prompt as prompt from users.public_user where id = ${userId} and is_virtual`,
      );

/** The prompt of the conversation's connection. */
const connectionPrompt = async (scope: Scope, { whatsappId }: TicketView): Promise<Origin | undefined> => {
  const promptId = whatsappId ? (await scope.use(connections).find(whatsappId))?.promptId : null;
  if (promptId == null) return undefined;
  return { userId: null, prompt: (await scope.use(prompts).find(promptId))?.description ?? '' };
};

/** Without a model nothing pretends to answer: the conversation waits for people as any other. */
const canAnswer = async (scope: Scope, ticketId: number): Promise<boolean> => {
  const { isReady, reason } = await scope.use(models).available('assistant');
  if (!isReady) scope.log.info({ ticket: ticketId, reason }, 'the assistant does not answer');
  return isReady;
};

const originOf = async (scope: Scope, ticket: TicketView): Promise<Origin | undefined> => {
  if (ticket.isGroup) return undefined;
  const origin = (await virtualUser(scope, ticket.userId)) ?? (await connectionPrompt(scope, ticket));
  return origin && (await canAnswer(scope, ticket.id)) ? origin : undefined;
};

/** Notes a message of the customer. Returns false for one that was noted before. */
const noteMessage = async (scope: Scope, ticketId: number, messageId: number): Promise<boolean> =>
  (await scope.sql.run(
    sql`update assistant.conversation set inbox_id = ${messageId} where ticket_id = ${ticketId} and inbox_id < ${messageId}`,
  )) > 0;

/** Decides by the customer's words alone; true: the conversation was handed over. */
const handedByWords = async (scope: Scope, ticketId: number, message: MessageView): Promise<boolean> => {
  const { profile } = await liveProfile(scope);
  const conversation = await conversationOf(scope, ticketId);
  if (!conversation) return false;
  const { reason, counts } = decideByWords(message.body, profile, conversation);
  await scope.sql.run(
    sql`update assistant.conversation set misunderstood = ${counts.misunderstood}, negative = ${counts.negative} where ticket_id = ${ticketId}`,
  );
  if (reason === undefined) return false;
  const run = await beginRun(scope, ticketId, message.id);
  if (!run) return false;
  try {
    await handOverNow(
      scope,
      conversation,
      profile,
      { id: run.id, uptoId: message.id },
      { reason, words: message.body },
    );
    return true;
  } finally {
    run.end();
  }
};

/** Answers customers of a connection with a prompt, and those whom a virtual colleague has. */
export const assistantAutomation: TicketAutomation = {
  id: 'assistant',

  async claims(ticket, _message, scope) {
    const origin = await originOf(scope, ticket);
    if (!origin) return false;
    await beginConversation(scope, ticket.id, origin);
    return true;
  },

  async received(ticket, message, scope) {
    if (!(await conversationOf(scope, ticket.id))) {
      const origin = await originOf(scope, ticket);
      if (!origin) {
        await scope.use(tickets).setAutomaticService(ticket.id, false);
        return;
      }
      await beginConversation(scope, ticket.id, origin);
    }
    const isNew = await scope.tx(async (inner) => {
      await lockConversation(inner, ticket.id);
      return noteMessage(inner, ticket.id, message.id);
    });
    if (isNew) {
      await cancelRuns(scope, ticket.id, 'newer');
      if (await handedByWords(scope, ticket.id, message)) return;
    }
    await scheduleTurn(scope, ticket.id);
  },

  async typing(ticketId, state, scope) {
    if (state !== 'paused') await scheduleTurn(scope, ticketId);
  },
};

/**
 * A conversation that a virtual colleague gets: it answers the message that waits, if any. Without a model it gives the
 * conversation back, because nobody else looks after one that has an owner.
 */
const takeUp = async (scope: Scope, ticketId: number): Promise<void> => {
  const ticket = await scope.use(tickets).find(ticketId);
  if (!ticket || ticket.status !== 'open' || ticket.userId === null) return;
  const origin = await virtualUser(scope, ticket.userId);
  if (!origin || ticket.isGroup) return;
  if (!(await canAnswer(scope, ticketId))) return scope.use(tickets).route(ticketId, { userId: null });
  await beginConversation(scope, ticketId, origin);
  if (!(await scope.use(tickets).setAutomaticService(ticketId, true, 'assistant'))) return;
  const waiting = await scope.sql.one<{ id: number; fromMe: boolean }>(
    sql`select m.id::int as id, m.from_me as "fromMe" from tickets.public_message m
         where m.ticket_id = ${ticketId} and not m.only_internal order by m.id desc limit 1`,
  );
  if (!waiting || waiting.fromMe) return;
  await noteMessage(scope, ticketId, waiting.id);
  await scheduleTurn(scope, ticketId);
};

export const automationParts = (host: Host<typeof manifest>): void => {
  host.contribute(ticketAutomation, assistantAutomation);
  host.on(ticketChanged, 'turns', async ({ ticketId, action, userId }, scope) => {
    if (action === 'delete') return;
    const row = await scope.sql.one<{ by: string | null }>(
      sql`select automatic_by as by from tickets.public_ticket where id = ${ticketId}`,
    );
    // A person has it now: what the model still writes is not sent.
    if (row?.by !== 'assistant') await cancelRuns(scope, ticketId, 'taken');
    if (userId !== null && action !== 'resolve' && row?.by == null) await takeUp(scope, ticketId);
  });
};
