import { notFound, z, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { channelId } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { isSendable } from '../../template/template.ts';
import { findTemplate, listTemplates } from './sync.ts';

const params = z.object({ ticketId: z.coerce.number().int().positive().max(2_147_483_647) });
const values = z.record(z.string().max(80), z.string().max(1024, 'Too Long!'));

/** Multipart forms carry everything as text. */
const valuesField = z.preprocess((given) => {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}, values.default({}));

const sending = z.object({
  templateId: z.coerce.number().int().positive().max(2_147_483_647),
  values: valuesField,
  clientId: z.string().min(1).max(80).optional(),
});

/** Returns the connection of a ticket that its reader may open; only of this channel. */
const connectionOf = async (scope: Scope, ticketId: number): Promise<number> => {
  await scope.use(tickets).assertReadable(ticketId);
  const ticket = await scope.use(tickets).find(ticketId);
  if (ticket?.channel !== channelId) throw notFound('ERR_NO_TICKET_FOUND');
  return ticket.whatsappId;
};

/** The routes by which an attendant sends templates after 24 hours. */
export const sendRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp-cloud/tickets/:ticketId/templates', {
    access: 'signed-in',
    summary: 'Approved message templates that can be sent in a conversation',
    input: { params },
    handle: async ({ params: { ticketId } }, scope) => {
      const connectionId = await connectionOf(scope, ticketId);
      return (await listTemplates(scope, connectionId)).filter(isSendable);
    },
  });
  host.route('POST', '/whatsapp-cloud/tickets/:ticketId/templates', {
    access: 'signed-in',
    summary: 'Sends a message template, with its gaps filled in and the file of its header',
    input: { params, body: sending, files: { maxCount: 1 } },
    handle: async ({ params: { ticketId }, body, files: [upload] }, scope) => {
      const connectionId = await connectionOf(scope, ticketId);
      const template = await findTemplate(scope, connectionId, body.templateId);
      if (!template) throw notFound('ERR_NO_TEMPLATE_FOUND');
      const { name, language } = template;
      const file = upload && (await scope.storage.store(upload));
      try {
        return await scope.use(tickets).send(ticketId, {
          body: '',
          template: { name, language, variables: body.values },
          ...(file && { file }),
          ...(body.clientId !== undefined && { clientId: body.clientId }),
        });
      } catch (error) {
        if (file) await scope.storage.remove(file.path).catch(() => undefined);
        throw error;
      }
    },
  });
};
