import { RetryLater, sql, type Host, type Scope } from '@balcao/sdk/server';
import { models, prompts } from '@balcao/chatai/contract';
import { connections } from '@balcao/connections/contract';
import {
  ticketAutomation,
  ticketChanged,
  tickets,
  type TicketAutomation,
  type TicketView,
} from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { liveProfile } from '../profile/profile.ts';
import { decideByWords, type Counts } from './before-model.ts';
import { beginConversation, conversationOf, lockConversation } from './conversation.ts';
import type { Handover } from './handover.ts';
import type { HandoverReason } from './loop.ts';
import { beginRun, cancelRuns, Cancelled } from './runs.ts';
import { handOverNow, isTaken, scheduleTurn } from './turns.ts';

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

interface Words {
  id: number;
  body: string;
}

/**
 * Notes messages of the customer, and decides by their words alone. Those that are not answered are judged again when
 * they come again, because a node may have died in between; their words are counted once.
 */
const noted = (
  scope: Scope,
  ticketId: number,
  messages: readonly Words[],
): Promise<{ isNew: boolean; reason?: HandoverReason; words: string }> =>
  scope.tx(async (inner) => {
    const conversation = await lockConversation(inner, ticketId);
    if (!conversation) return { isNew: false, words: '' };
    const { profile } = await liveProfile(inner);
    const { inboxId, answeredId } = conversation;
    const unanswered = messages.filter(({ id }) => id > answeredId);
    let counts: Counts = conversation;
    let found: { reason: HandoverReason; words: string } | undefined;
    for (const { id, body } of unanswered) {
      const decided = decideByWords(body, profile, counts, id <= inboxId);
      ({ counts } = decided);
      if (decided.reason !== undefined) found ??= { reason: decided.reason, words: body };
    }
    const last = Math.max(inboxId, ...unanswered.map(({ id }) => id));
    await inner.sql.run(
      sql`update assistant.conversation set inbox_id = ${last}, misunderstood = ${counts.misunderstood}, negative = ${counts.negative}
           where ticket_id = ${ticketId}`,
    );
    return { isNew: last > inboxId, words: '', ...found };
  });

const maxHandoverTries = 5;

/** Hands over without a model. A turn that runs, or begins meanwhile, is cancelled: the customer wants a person. */
const handOverByWords = async (scope: Scope, ticketId: number, uptoId: number, handover: Handover): Promise<void> => {
  const { profile } = await liveProfile(scope);
  for (let tries = 0; tries < maxHandoverTries; tries += 1) {
    const conversation = await conversationOf(scope, ticketId);
    if (!conversation || conversation.answeredId >= uptoId) return;
    await cancelRuns(scope, ticketId, 'newer');
    const run = await beginRun(scope, ticketId, uptoId);
    if (!run) continue;
    try {
      return await handOverNow(scope, conversation, profile, { id: run.id, uptoId }, handover);
    } catch (error) {
      // A person who took it in this moment keeps it, and gets no note of a hand-over.
      if (isTaken(error)) return await cancelRuns(scope, ticketId, 'taken');
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      run.end();
    }
  }
  throw new Error('a conversation could not be handed over, because turns began again and again');
};

/** Gives a conversation back, unless a person or another automation has it by now. */
const release = async (scope: Scope, ticketId: number): Promise<void> => {
  try {
    await scope.tx(async (inner) => {
      await inner.use(tickets).hold(ticketId, 'assistant');
      await inner.use(tickets).setAutomaticService(ticketId, false);
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
};

/** Notes messages, hands over if their words ask for it, and else schedules the answer. */
const heed = async (scope: Scope, ticketId: number, messages: readonly Words[]): Promise<void> => {
  const { isNew, reason, words } = await noted(scope, ticketId, messages);
  if (isNew) await cancelRuns(scope, ticketId, 'newer');
  const uptoId = messages.at(-1)?.id ?? 0;
  if (reason !== undefined) await handOverByWords(scope, ticketId, uptoId, { reason, words });
  else await scheduleTurn(scope, ticketId);
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
      if (!origin) return release(scope, ticket.id);
      await beginConversation(scope, ticket.id, origin);
    }
    await heed(scope, ticket.id, [message]);
  },

  async typing(ticketId, state, scope) {
    if (state !== 'paused') await scheduleTurn(scope, ticketId);
  },
};

/** Most messages of a waiting customer that are judged by their words. */
const maxWaiting = 50;

const lockedMs = 1_000;

/** Does something in one transaction while the virtual colleague still has the conversation; false: it has not. */
const whileOwned = (
  scope: Scope,
  ticketId: number,
  userId: number | null,
  work: (inner: Scope) => Promise<void>,
): Promise<boolean> =>
  scope.tx(async (inner) => {
    const service = inner.use(tickets);
    if (!(await service.lock(ticketId))) throw new RetryLater(lockedMs, 'somebody changes the conversation');
    const ticket = await service.find(ticketId);
    if (ticket?.status !== 'open' || ticket.userId !== userId) return false;
    await work(inner);
    return true;
  });

/** Notes, hands over or schedules what the customer wrote since the company's last message; a repetition is harmless. */
const heedWaiting = async (scope: Scope, ticketId: number): Promise<void> => {
  const waiting = await scope.sql.rows<Words & Record<string, unknown>>(
    sql`select m.id::int as id, m.body from tickets.public_message m
         where m.ticket_id = ${ticketId} and not m.from_me and not m.only_internal and m.id > coalesce(
           (select max(o.id) from tickets.public_message o
             where o.ticket_id = ${ticketId} and o.from_me and not o.only_internal), 0)
         order by m.id desc limit ${maxWaiting}`,
  );
  if (waiting.length > 0) await heed(scope, ticketId, waiting.toReversed());
};

/**
 * A conversation that a virtual colleague gets: it answers the messages that wait, if any. Without a model it gives the
 * conversation back, because nobody else looks after one that has an owner. A person who takes it meanwhile keeps it.
 * Exported for tests.
 */
export const takeUp = async (scope: Scope, ticketId: number): Promise<void> => {
  const ticket = await scope.use(tickets).find(ticketId);
  if (!ticket || ticket.status !== 'open' || ticket.userId === null) return;
  const origin = await virtualUser(scope, ticket.userId);
  if (!origin || ticket.isGroup) return;
  const canTake = await canAnswer(scope, ticketId);
  const isOwned = await whileOwned(scope, ticketId, ticket.userId, async (inner) => {
    if (!canTake) return inner.use(tickets).route(ticketId, { userId: null });
    await beginConversation(inner, ticketId, origin);
    await inner.use(tickets).setAutomaticService(ticketId, true, 'assistant');
  });
  if (isOwned && canTake) await heedWaiting(scope, ticketId);
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
    if (userId === null || action === 'resolve') return;
    if (row?.by == null) await takeUp(scope, ticketId);
    // It comes again: a server died after it had taken the conversation up, and perhaps had not noted what waits.
    else if (row.by === 'assistant') await heedWaiting(scope, ticketId);
  });
};
