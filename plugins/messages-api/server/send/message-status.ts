import { notFound, type Scope } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import type { MessageStatus } from './send-input.ts';

export const statusOf = ({ ack, failure }: Pick<MessageView, 'ack' | 'failure'>): MessageStatus => {
  if (failure !== null && ack === 0) return 'failed';
  if (ack >= 3) return 'read';
  if (ack === 2) return 'delivered';
  return ack === 1 ? 'sent' : 'queued';
};

/** Returns a message’s status. A token sees messages of its own connection, and of those only the company’s. */
export const readStatus = async (scope: Scope, connectionId: number, messageId: number) => {
  const service = scope.use(tickets);
  const message = await service.message(messageId);
  const ticket = message && (await service.find(message.ticketId));
  if (!message || !message.fromMe || message.onlyInternal || ticket?.whatsappId !== connectionId)
    throw notFound('ERR_NO_MESSAGE_FOUND');
  const { id, ticketId, failure, createdAt } = message;
  return { id, ticketId, status: statusOf(message), failure, createdAt };
};
