import { conflict, invalid, notFound, sql, type Scope, type StoredFile, type Upload } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { statusOf } from './message-status.ts';
import type { SendAnswer, SendBody } from './send-input.ts';
import { contactOf, findRecipient, type Recipient } from './recipient.ts';

const assertKnown = async (scope: Scope, { queueId, userId }: SendBody): Promise<void> => {
  const known = await scope.sql.one<{ queue: boolean; person: boolean }>(
    sql`select exists (select 1 from queues.public_queue q where q.id = ${queueId ?? null}) as queue,
               exists (select 1 from kernel."user" u where u.id = ${userId ?? null}) as person`,
  );
  if (queueId && !known?.queue) throw notFound('ERR_NO_QUEUE_FOUND');
  if (userId && !known?.person) throw notFound('ERR_NO_USER_FOUND');
};

/** Assigns the ticket, unless it is an attendant’s: a program does not take it away. */
const assignTicket = async (scope: Scope, ticketId: number, { queueId, userId }: SendBody): Promise<void> => {
  if (!queueId && !userId) return;
  const service = scope.use(tickets);
  const ticket = await service.find(ticketId);
  if (!ticket || ticket.status !== 'pending') return;
  if ((queueId ?? ticket.queueId) === ticket.queueId && !userId) return;
  await service.route(ticketId, { ...(queueId && { queueId }), ...(userId && { userId }) });
};

/** Stores one message per file, the text with the first. Must be called inside the transaction that makes it atomic. */
const store = async (
  scope: Scope,
  recipient: Recipient,
  input: SendBody,
  files: readonly StoredFile[],
): Promise<SendAnswer> => {
  const service = scope.use(tickets);
  const contactId = await contactOf(scope, recipient, input.name?.trim() ?? '');
  const { id: ticketId, uuid: ticketUuid } = await service.begin({ contactId, connectionId: recipient.connection.id });
  await assignTicket(scope, ticketId, input);
  const parts = files.length === 0 ? [undefined] : files;
  const messages: SendAnswer['messages'] = [];
  for (const [index, file] of parts.entries()) {
    const message = await service.send(ticketId, {
      body: index === 0 ? input.body : '',
      // Messages of people are sent first, whatever a program sends.
      bulk: input.bulk ? true : 'fast',
      ...(file && { file }),
      ...(input.template && { template: input.template }),
      ...(index === 0 && input.quotedId && { quotedId: input.quotedId }),
    });
    messages.push({ id: message.id, status: statusOf(message) });
  }
  if (input.closeTicket) await service.close(ticketId, { justClose: true });
  const [first] = messages;
  if (!first) throw new Error('nothing was stored');
  return { ...first, messages, ticketId, ticketUuid, contactId };
};

/** Runs a transaction once: returns its answer, or an earlier one under the same key. */
export type InOneStep<A = SendAnswer> = (work: (inner: Scope) => Promise<A>) => Promise<A>;

/**
 * Sends a message to a number, by the same path as an attendant’s message: stored first, then sent in order and
 * retried. Contact, ticket, message and closing are stored together or not at all.
 */
export const send = async (
  scope: Scope,
  connectionId: number,
  input: SendBody,
  uploads: readonly Upload[],
  inOneStep: InOneStep,
): Promise<SendAnswer> => {
  if (input.body.trim() === '' && uploads.length === 0 && !input.template) throw invalid({ body: 'Required' });
  if (input.template && uploads.length > 1) throw invalid({ medias: 'Too Long!' });
  await assertKnown(scope, input);
  const recipient = await findRecipient(scope, connectionId, input.number);
  const stored: StoredFile[] = [];
  let isStored = false;
  try {
    for (const upload of uploads)
      stored.push({ ...(await scope.storage.store(upload, { received: false })), name: upload.name });
    return await inOneStep(async (inner) => {
      const answer = await store(inner, recipient, input, stored);
      isStored = true;
      return answer;
    });
  } catch (error) {
    isStored = false;
    // The ticket was closed in the same moment: the caller’s retry starts another.
    if ((error as { code?: unknown }).code === 'ERR_TICKET_CLOSED') throw conflict('ERR_BUSY');
    throw error;
  } finally {
    if (!isStored) for (const { path } of stored) await scope.storage.remove(path).catch(() => undefined);
  }
};
