import { sql, z, type Host } from '@balcao/sdk/server';
import { messageKind, tickets } from '@balcao/tickets/contract';
import { deliveriesRoom, receiptKind, type Receipt } from '../contract.ts';
import type manifest from '../manifest.ts';
import { conversationWith, deliveryOf, params } from './deliveries.ts';

const receipt = z.object({
  code: z.string().min(1).max(20),
  item: z.string().max(200),
  receivedBy: z.string().min(1).max(100),
  deliveredAt: z.iso.datetime(),
});
const words = {
  pt: ({ code, receivedBy }: Receipt) => `Comprovante de entrega: pedido ${code}, recebido por ${receivedBy}`,
  en: ({ code, receivedBy }: Receipt) => `Proof of delivery: order ${code}, received by ${receivedBy}`,
  es: ({ code, receivedBy }: Receipt) => `Comprobante de entrega: pedido ${code}, recibido por ${receivedBy}`,
};

/** Sends the customer a proof of an arrived delivery. */
export const receipts = (host: Host<typeof manifest>): void => {
  host.contribute(messageKind, {
    id: receiptKind,
    schema: receipt,
    text: (data: Receipt, language) => words[language](data),
  });
  host.route('POST', '/acme-deliveries/:id/receipt', {
    access: 'signed-in',
    summary: 'Sends the customer the proof of a delivery',
    input: { params, body: z.object({ receivedBy: z.string().trim().min(1, 'ERR_REQUIRED').max(100) }) },
    handle: async ({ params: { id }, body: { receivedBy } }, scope) => {
      const { code, item, contactId } = await deliveryOf(scope, id);
      const deliveredAt = new Date().toISOString();
      const ticketId = await conversationWith(scope, contactId);
      await scope.use(tickets).send(ticketId, {
        body: '',
        data: { kind: receiptKind, code, item, receivedBy, deliveredAt },
        clientId: `acme-deliveries:${id}:receipt`,
      });
      await scope.sql.run(
        sql`update acme_deliveries.delivery set delivered_at = coalesce(delivered_at, ${deliveredAt}) where id = ${id}`,
      );
      scope.rooms.emit(deliveriesRoom, {}, 'changed', {});
    },
  });
};
