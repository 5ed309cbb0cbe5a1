import { connections } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import { conflict, notFound, pageOutput, pageQuery, readPage, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { deliveriesRoom, type Delivery } from '../contract.ts';
import type manifest from '../manifest.ts';

const form = z.object({
  code: z.string().trim().min(1, 'ERR_REQUIRED').max(20),
  item: z.string().trim().min(1, 'ERR_REQUIRED').max(200),
  address: z.string().trim().max(200),
  contactId: z.int('ERR_REQUIRED').positive('ERR_REQUIRED').max(2_147_483_647),
});
const output = form.extend({
  id: z.number(),
  contactName: z.string(),
  ticketUuid: z.string().nullable(),
  wasAsked: z.boolean(),
  answer: z.enum(['today', 'other-day']).nullable(),
  deliveredAt: z.string().nullable(),
});
export const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

export interface Row {
  id: number;
  code: string;
  item: string;
  contactId: number;
}
export const deliveryOf = async (scope: Scope, id: number): Promise<Row> => {
  const row = await scope.sql.one<Row>(
    sql`select id, code, item, contact_id as "contactId" from acme_deliveries.delivery where id = ${id}`,
  );
  if (!row) throw notFound('ERR_NO_DELIVERY_FOUND');
  return row;
};

/**
 * Returns the customer's conversation: on the connection of the last one, else on the company's own. Returns the id.
 */
export const conversationWith = async (scope: Scope, contactId: number): Promise<number> => {
  const last = await scope.sql.one<{ id: number | null }>(
    sql`select connection_id as id from tickets.public_ticket
         where contact_id = ${contactId} and connection_id is not null order by id desc limit 1`,
  );
  const connectionId = last?.id ?? (await scope.use(connections).preferred())?.id;
  if (connectionId === undefined) throw conflict('ERR_NO_LINE_FOR_DELIVERY');
  return (await scope.use(tickets).begin({ contactId, connectionId })).id;
};

export const deliveries = (host: Host<typeof manifest>): void => {
  host.room(deliveriesRoom, { params: z.object({}), may: () => true });
  host.route('GET', '/acme-deliveries', {
    access: 'signed-in',
    summary: 'Deliveries, the newest first',
    input: { query: pageQuery },
    output: pageOutput(output),
    handle: async ({ query }, scope) => {
      const page = await readPage<Delivery>(scope, {
        columns: sql`d.id, d.code, d.item, d.address, d.contact_id as "contactId", d.was_asked as "wasAsked", d.answer,
          to_json(d.delivered_at) #>> '{}' as "deliveredAt",
          (select t.uuid from tickets.public_ticket t
            where t.contact_id = d.contact_id and t.status <> 'unlisted' order by t.id desc limit 1) as "ticketUuid"`,
        from: sql`acme_deliveries.delivery d`,
        orderBy: sql`d.id desc`,
        page: query.pageNumber,
      });
      const known = await scope.use(contacts).findMany(page.records.map(({ contactId }) => contactId));
      const names = new Map(known.map(({ id, name }) => [id, name]));
      return { ...page, records: page.records.map((row) => ({ ...row, contactName: names.get(row.contactId) ?? '' })) };
    },
  });
  host.route('POST', '/acme-deliveries', {
    access: 'signed-in',
    summary: 'Creates a delivery',
    input: { body: form },
    output: z.object({ id: z.number() }),
    handle: async ({ body: { code, item, address, contactId } }, scope) => {
      if (!(await scope.use(contacts).find(contactId))) throw notFound('ERR_NO_CONTACT_FOUND');
      const row = await scope.sql.one<{ id: number }>(
        sql`insert into acme_deliveries.delivery (code, item, address, contact_id)
            values (${code}, ${item}, ${address}, ${contactId}) on conflict do nothing returning id`,
      );
      if (!row) throw conflict('ERR_DELIVERY_CODE_IN_USE');
      scope.rooms.emit(deliveriesRoom, {}, 'changed', {});
      return row;
    },
  });
};
