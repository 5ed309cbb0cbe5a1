import { job, sql, z, type Scope } from '@balcao/sdk/server';
import { queues, type Queue } from '@balcao/queues/contract';
import { isOnlyPublic } from '../window/reply-window.ts';
import { enqueue, type Outgoing } from '../message/enqueue.ts';

const data = z.object({ ticketId: z.number(), queueId: z.number(), userId: z.number(), name: z.string() });
type Greeting = z.infer<typeof data>;

/** Sends the greeting of a queue that has a greeting delay. */
export const greet = job<Greeting>('tickets.greet');

const isSilent = ({ greetingMessage, media }: Queue): boolean => greetingMessage.trim() === '' && media === null;

/** Returns the queue's greeting: its file with the text as caption. */
const wordsOf = (ticketId: number, { greetingMessage, media }: Queue): Outgoing => ({
  ticketId,
  userId: null,
  body: greetingMessage,
  ...(media && { media }),
});

const later = async ({ ticketId, queueId, userId, name }: Greeting, scope: Scope): Promise<void> => {
  const queue = await scope.use(queues).find(queueId);
  if (!queue || isSilent(queue)) return;
  await scope.tx(async (inner) => {
    // Sent only while the attendant who accepted still has it there; otherwise the greeting would be out of place.
    const isSo = await inner.sql.one(
      sql`select 1 from tickets.ticket where id = ${ticketId} and status = 'open' and queue_id = ${queueId} and user_id = ${userId} for update`,
    );
    if (isSo) await enqueue(inner, { ...wordsOf(ticketId, queue), clientId: `rule:${name}` });
  });
};
export const greetJob = { data, handle: later };

/** Greets a customer whose conversation was accepted, at once or after the queue's delay. */
export const greetAccepted = async (
  scope: Scope,
  ticketId: number,
  queueId: number | null,
  userId: number,
): Promise<void> => {
  const queue = queueId === null ? undefined : await scope.use(queues).find(queueId);
  if (!queue || isSilent(queue) || (await isOnlyPublic(scope, ticketId))) return;
  if (queue.sendDelay === 0) {
    await enqueue(scope, wordsOf(ticketId, queue));
    return;
  }
  const name = `greeting:${crypto.randomUUID()}`;
  const at = new Date(Date.now() + queue.sendDelay * 1000);
  await scope.jobs.schedule(greet, { ticketId, queueId: queue.id, userId, name }, { at, key: `ticket:${ticketId}` });
};
