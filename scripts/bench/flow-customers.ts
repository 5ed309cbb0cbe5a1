import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@balcao/sdk/server';
import type { TestCompany, TestHost } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';

/** Customers of a telephone number who begin conversations and answer the menu of a flow. */
export const flowCustomers = async (host: TestHost, company: TestCompany, count: number) => {
  const connections = company.scope('connections').sql;
  const row = await connections.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status, is_default)
        values ('Principal', 'telephone', 'CONNECTED', true) returning id`,
  );
  const connectionId = row?.id ?? 0;
  const numbers = Array.from({ length: count }, (_, index) => `55119${String(80_000_000 + index)}`);
  const write = (number: string, body: string, turn: number) =>
    company
      .scope('tickets')
      .use(channelInbox)
      .message(connectionId, {
        externalId: `bench-${turn}-${number}`,
        from: { channel: 'telephone', scope: '', kind: 'phone', value: number },
        name: 'Maria de Souza',
        number,
        body,
        sentAt: new Date(),
      });
  const asked = async (): Promise<number> => {
    const { rows } = await host.kernel.database.owner.query<{ n: number }>(
      `select count(*)::int as n from flows.session where company_id = $1 and node_id = 'menu' and state = 'waiting'`,
      [company.id],
    );
    return rows[0]?.n ?? 0;
  };
  return {
    connectionId,
    /** Begins the conversations, and waits until the flow has asked everybody. */
    async begin(): Promise<void> {
      for (const number of numbers) await write(number, 'Oi', 1);
      for (let tries = 0; tries < 120 && (await asked()) < count; tries += 1) await sleep(250);
    },
    /** Lets all answer in the course of some milliseconds; returns when each message was stored, by conversation. */
    async answer(within: number): Promise<Map<number, number>> {
      const sent = new Map<number, number>();
      const began = Date.now();
      await Promise.all(
        numbers.map(async (number, index) => {
          await sleep(Math.max(0, began + (within * index) / count - Date.now()));
          const { ticketId } = await write(number, '1', 2);
          sent.set(ticketId, Date.now());
        }),
      );
      return sent;
    },
  };
};
