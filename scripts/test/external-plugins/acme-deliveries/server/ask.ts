import { sql, type Host } from '@balcao/sdk/server';
import { messageReceived, tickets } from '@balcao/tickets/contract';
import { deliveriesRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { conversationWith, deliveryOf, params } from './deliveries.ts';

const tapped = /^acme-deliveries:(\d{1,9}):(today|other-day)$/;

/** Asks the customer by a menu whether the delivery may come, and stores the tapped option. */
export const ask = (host: Host<typeof manifest>): void => {
  host.route('POST', '/acme-deliveries/:id/question', {
    access: 'signed-in',
    summary: 'Asks the customer whether the delivery may come today',
    input: { params },
    handle: async ({ params: { id } }, scope) => {
      const { code, contactId } = await deliveryOf(scope, id);
      const ticketId = await conversationWith(scope, contactId);
      await scope.use(tickets).send(ticketId, {
        body: '',
        by: null,
        menu: {
          text: `Confirma a entrega do pedido ${code} hoje, até as 18h?`,
          options: [
            { id: `acme-deliveries:${id}:today`, title: 'Pode entregar hoje' },
            { id: `acme-deliveries:${id}:other-day`, title: 'Prefiro outro dia' },
          ],
        },
      });
      await scope.sql.run(sql`update acme_deliveries.delivery set was_asked = true, answer = null where id = ${id}`);
      scope.rooms.emit(deliveriesRoom, {}, 'changed', {});
    },
  });
  host.on(messageReceived, 'keep-answer', async ({ messageId }, scope) => {
    const message = await scope.use(tickets).message(messageId);
    const [, id, answer] = tapped.exec(message?.choice ?? '') ?? [];
    if (!message?.contact || id === undefined || answer === undefined) return;
    const stored = await scope.sql.run(
      sql`update acme_deliveries.delivery set answer = ${answer}
           where id = ${Number(id)} and contact_id = ${message.contact.id}`,
    );
    if (stored > 0) scope.rooms.emit(deliveriesRoom, {}, 'changed', {});
  });
};
