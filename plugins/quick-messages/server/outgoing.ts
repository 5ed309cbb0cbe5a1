import { conflict, type StoredFile } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import type { SignedIn } from './quick-message.ts';

/** Says something as the person of the scope; the file becomes the message's own. */
type Send = (ticketId: number, message: { body: string; file?: StoredFile; clientId?: string }) => Promise<MessageView>;

/** Conversations that take files of other plugins; 409 where they do not yet. */
export const outgoing = (scope: SignedIn): Send => {
  const service: object & { send?: Send } = scope.use(tickets);
  if (!service.send) throw conflict('ERR_SERVICE_OFF');
  return service.send;
};
