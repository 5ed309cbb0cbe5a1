import { conflict, notFound, z, type Host, type StoredFile } from '@balcao/sdk/server';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import type { QuickMessage } from '../contract.ts';
import type manifest from '../manifest.ts';
import { fill, variableValues } from '../variables.ts';
import { requireQuickMessage, id, type SignedIn } from './quick-message.ts';
import { countUse } from './use.ts';

/**
 * Returns the quick message's own file: messages refer to it, and it stays for them after the quick message is deleted.
 */
const fileOf = ({ mediaPath, mediaName, mediaMime, mediaSize }: QuickMessage): StoredFile => {
  if (mediaPath === null || mediaName === null) throw conflict('ERR_QUICK_MESSAGE_WITHOUT_MEDIA');
  return { path: mediaPath, name: mediaName, mime: mediaMime ?? 'application/octet-stream', size: mediaSize ?? 0 };
};

const send = async (
  scope: SignedIn,
  quickMessage: QuickMessage,
  ticketId: number,
  clientId: string | undefined,
): Promise<MessageView> => {
  await scope.use(tickets).assertReadable(ticketId);
  const ticket = await scope.use(tickets).find(ticketId);
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND');
  if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  const body = fill(
    quickMessage.message,
    variableValues({
      contactName: ticket.contact.name,
      ticketId,
      attendant: scope.user.name,
      queue: ticket.queue?.name ?? null,
      company: scope.company,
      now: new Date(),
    }),
  );
  return scope
    .use(tickets)
    .send(ticketId, { body, file: fileOf(quickMessage), fileIsShared: true, ...(clientId && { clientId }) });
};

export const sendRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/quick-messages/:id/send-media/:ticketId', {
    access: 'signed-in',
    summary:
      'Sends a quick message’s file into a conversation, with its text filled in. A repeated `clientId` sends once.',
    input: {
      params: z.object({ id, ticketId: id }),
      body: z.object({ clientId: z.string().min(1).max(80).nullish() }).nullish(),
    },
    handle: async ({ params, body }, scope) => {
      const quickMessage = await requireQuickMessage(scope, params.id);
      if (quickMessage.mediaPath === null) throw conflict('ERR_QUICK_MESSAGE_WITHOUT_MEDIA');
      const message = await send(scope, quickMessage, params.ticketId, body?.clientId ?? undefined);
      await countUse(scope, quickMessage.id);
      return message;
    },
  });
};
