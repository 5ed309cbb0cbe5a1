import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { followRules } from '../../server/rules/follow-rules.ts';
import { Office, allDay, never, startOffice } from './office.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice();
});
afterAll(() => host?.close());

const closed = 'Estamos fora do horário de atendimento.';

/** A company that is closed by its connection's hours. */
const closedOffice = async (): Promise<Office> => {
  const office = await Office.of(host, { scheduleType: 'connection' });
  await office.connection(sql`schedules = ${never}::jsonb, out_of_hours_message = ${closed}`);
  return office;
};

describe('Messages out of hours', () => {
  it('The out-of-hours message is sent at most once an hour for a ticket, and the ticket stays pending', async () => {
    const office = await closedOffice();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Alguém aí?');
    expect(await office.said(ticketId)).toEqual([closed]);
    await office.writes(number, 'Olá?');
    expect(await office.said(ticketId)).toEqual([closed]);
    expect(await office.show(ticketId)).toMatchObject({ status: 'pending', userId: null, isAutomaticService: false });

    await office.scope.sql.run(sql`update tickets.automatic set out_of_hours_at = now() - interval '61 minutes'`);
    await office.writes(number, 'Ainda fechados?');
    expect(await office.said(ticketId)).toEqual([closed, closed]);
    const other = await office.writes(office.desk.number(), 'Oi');
    expect(await office.said(other.ticketId)).toEqual([closed]);
  });

  it('No out-of-hours message is sent within the hours, nor where hours are switched off', async () => {
    const office = await closedOffice();
    await office.connection(sql`schedules = ${allDay}::jsonb`);
    expect(await office.said((await office.writes(office.desk.number(), 'Oi')).ticketId)).toEqual([]);
    const free = await Office.of(host);
    await free.connection(sql`schedules = ${never}::jsonb, out_of_hours_message = ${closed}`);
    expect(await free.said((await free.writes(free.desk.number(), 'Oi')).ticketId)).toEqual([]);
  });

  it('The hours of the company apply when scheduleType is company, with the connection’s message', async () => {
    const office = await Office.of(host, { scheduleType: 'company' });
    await office.connection(sql`schedules = ${allDay}::jsonb, out_of_hours_message = ${closed}`);
    const { company, admin } = office.desk;
    const write = (schedules: string) =>
      admin.put(`/companies/${company.id}/schedules`, { schedules: JSON.parse(schedules) });
    expect((await write(never)).status).toBe(200);
    expect(await office.said((await office.writes(office.desk.number(), 'Oi')).ticketId)).toEqual([closed]);
    await write(allDay);
    expect(await office.said((await office.writes(office.desk.number(), 'Oi')).ticketId)).toEqual([]);
  });

  it('The hours of the queue apply when scheduleType is queue, with the queue’s message, also once a queue is chosen', async () => {
    const office = await Office.of(host, { scheduleType: 'queue' });
    const [sales, support] = [await office.desk.queue('Vendas'), await office.desk.queue('Suporte')];
    const own = 'O suporte volta às 8h.';
    await office.queue(support, sql`schedules = ${never}::jsonb, out_of_hours_message = ${own}`);
    await office.connection(sql`greeting_message = 'Olá!', out_of_hours_message = ${closed}`);
    await office.desk.routeTo(support);
    expect(await office.said((await office.writes(office.desk.number(), 'Oi')).ticketId)).toEqual([own]);

    await office.desk.routeTo(sales, support);
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, '2');
    expect((await office.said(ticketId)).slice(1)).toEqual([own]);
  });

  it('A person who serves at night is not interrupted by the out-of-hours message', async () => {
    const office = await closedOffice();
    const number = office.desk.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    await office.scope.sql.run(sql`update tickets.automatic set out_of_hours_at = now() - interval '2 hours'`);
    await office.writes(number, 'Obrigada por atender');
    expect(await office.said(ticketId)).toEqual([closed]);
  });

  it('A repeated event sends no second out-of-hours message, and late old messages are not answered', async () => {
    const office = await closedOffice();
    const sent = await office.writes(office.desk.number(), 'Oi');
    await Promise.all([followRules(sent, office.scope), followRules(sent, office.scope)]);
    expect(await office.said(sent.ticketId)).toEqual([closed]);
    const old = await office.writes(office.desk.number(), 'De antes', {
      sentAt: new Date(Date.now() - 48 * 3_600_000),
    });
    expect(await office.said(old.ticketId)).toEqual([]);
    const own = await office.writes(office.desk.number(), 'Escrevi do celular', { fromMe: true });
    expect(await office.said(own.ticketId)).toEqual(['Escrevi do celular']);
  });
});
