import { job, sql, z, type Scope } from '@balcao/sdk/server';
import { queues, type Queue } from '@balcao/queues/contract';
import { isWindowClosed } from '../window/reply-window.ts';
import { ticketById, type TicketRow } from '../ticket/find-ticket.ts';
import { enqueue, type Outgoing } from '../message/enqueue.ts';

const data = z.object({ ticketId: z.number(), queueId: z.number(), userId: z.number(), name: z.string() });
type Greeting = z.infer<typeof data>;

/** Sends the greeting of a queue that has a greeting delay. */
export const greet = job<Greeting>('tickets.greet');

const isSilent = ({ greetingMessage, media }: Queue): boolean => greetingMessage.trim() === '' && media === null;

/** Returns the queue's greeting: its file with the text as caption. A greeting of the same name is sent once. */
const wordsOf = (ticketId: number, { greetingMessage, media }: Queue, name: string): Outgoing => ({
  ticketId,
  userId: null,
  body: greetingMessage,
  clientId: `rule:${name}`,
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
    if (!isSo || (await isWindowClosed(inner, await ticketById(inner, ticketId)))) return;
    await enqueue(inner, wordsOf(ticketId, queue, name));
  });
};
export const greetJob = { data, handle: later };

/** Returns the name of the queue's greeting in this attendance: accepting again after a return does not repeat it. */
const nameOf = async (scope: Scope, ticketId: number, queueId: number): Promise<string> => {
  const begun = await scope.sql.one<{ logId: number | null }>(
    sql`select max(id) as "logId" from tickets.log where ticket_id = ${ticketId} and type in ('create', 'reopen')`,
  );
  return `queue-greeting:${begun?.logId ?? 0}:${queueId}`;
};

/** Greets a customer whose conversation was accepted, at once or after the queue's delay. */
export const greetAccepted = async (
  scope: Scope,
  ticket: TicketRow,
  queueId: number | null,
  userId: number,
): Promise<void> => {
  const queue = queueId === null ? undefined : await scope.use(queues).find(queueId);
  if (!queue || isSilent(queue) || (await isWindowClosed(scope, ticket))) return;
  const ticketId = ticket.id;
  const name = await nameOf(scope, ticketId, queue.id);
  if (queue.sendDelay === 0) {
    await enqueue(scope, wordsOf(ticketId, queue, name));
    return;
  }
  const at = new Date(Date.now() + queue.sendDelay * 1000);
  await scope.jobs.schedule(greet, { ticketId, queueId: queue.id, userId, name }, { at, key: `ticket:${ticketId}` });
};
