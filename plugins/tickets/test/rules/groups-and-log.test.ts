import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { sweepConversations } from '../../server/rules/sweep.ts';
import { Office, startOffice } from './office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice();
});
afterAll(() => host?.close());

const group = {
  identity: { channel: 'test', scope: '', kind: 'group' as const, value: 'g-1' },
  name: 'Condomínio',
};

describe('Messages in groups', () => {
  it('Group messages are accepted only with allowGroup, and not while CheckMsgIsGroup is enabled', async () => {
    const office = await Office.of(host);
    const refused = { fresh: false, ticketId: 0 };
    expect(await office.desk.arrives(office.desk.number(), 'oi', { group })).toMatchObject(refused);
    await office.connection(sql`allow_group = true, group_as_ticket = true`);
    expect(await office.desk.arrives(office.desk.number(), 'oi', { group })).toMatchObject({ fresh: true });
    const strict = await Office.of(host, { CheckMsgIsGroup: 'enabled' });
    await strict.connection(sql`allow_group = true, group_as_ticket = true`);
    expect(await strict.desk.arrives(strict.desk.number(), 'oi', { group })).toMatchObject(refused);
  });

  it('Group messages are one ticket when groupAsTicket is enabled', async () => {
    const office = await Office.of(host);
    await office.connection(sql`allow_group = true, group_as_ticket = true`);
    const one = await office.writes(office.desk.number(), 'oi', { group, name: 'Ana' });
    const other = await office.writes(office.desk.number(), 'olá', { group, name: 'Bia' });
    expect(other.ticketId).toBe(one.ticketId);
    expect(await office.show(one.ticketId)).toMatchObject({ isGroup: true, contact: { name: 'Condomínio' } });
  });

  it('Each member’s messages go to the member’s own conversation when groupAsTicket is disabled', async () => {
    const office = await Office.of(host);
    await office.connection(sql`allow_group = true`);
    const ana = office.desk.number();
    const alone = await office.writes(ana, 'oi, no privado');
    expect((await office.writes(ana, 'oi, no grupo', { group })).ticketId).toBe(alone.ticketId);
    const bia = await office.writes(office.desk.number(), 'olá', { group, name: 'Bia' });
    expect(bia.ticketId).not.toBe(alone.ticketId);
    expect(await office.show(bia.ticketId)).toMatchObject({ isGroup: false, contact: { name: 'Bia' } });
    expect(await office.desk.arrives(ana, 'da empresa', { group, fromMe: true })).toMatchObject({ ticketId: 0 });
  });

  it('No rule sends a message into a group', async () => {
    const office = await Office.of(host, { userRating: 'enabled' });
    await office.desk.routeTo(await office.desk.queue('Vendas'), await office.desk.queue('Suporte'));
    await office.connection(
      sql`allow_group = true, group_as_ticket = true, greeting_message = 'Olá!', rating_message = 'De 1 a 3?', expires_ticket_nps = 10`,
    );
    const { ticketId } = await office.writes(office.desk.number(), 'oi', { group });
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    expect(await office.said(ticketId)).toEqual([]);
  });
});

describe('Accepting a conversation', () => {
  it('Accepting sends the queue’s greeting after its delay, stored by the platform until then', async () => {
    const office = await Office.of(host);
    const queue = await office.desk.queue('Vendas', 'Já vamos atender você.');
    await office.queue(queue, sql`send_delay = 1`);
    await office.desk.routeTo(queue);
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    expect(await office.said(ticketId)).toEqual([]);
    await eventually(async () => (await office.said(ticketId)).length === 1);
    expect(await office.said(ticketId)).toEqual(['Já vamos atender você.']);
  });

  it('A delayed greeting is not sent in a conversation that was closed meanwhile', async () => {
    const office = await Office.of(host);
    const queue = await office.desk.queue('Vendas', 'Já vamos atender você.');
    await office.queue(queue, sql`send_delay = 1`);
    await office.desk.routeTo(queue);
    const { ticketId } = await office.writes(office.desk.number(), 'Oi');
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    const other = await office.writes(office.desk.number(), 'Oi');
    await office.desk.admin.put(`/tickets/${other.ticketId}`, { status: 'open' });
    await eventually(async () => (await office.said(other.ticketId)).length === 1);
    expect(await office.said(ticketId)).toEqual([]);
  });
});

it('Every step writes the ticket log: create, chatBot, queue, open, access, transfered, receivedTransfer, pending, closed, reopen, redirect', async () => {
  const office = await Office.of(host);
  const [sales, support] = [await office.desk.queue('Comercial'), await office.desk.queue('Suporte')];
  await office.desk.routeTo(sales, support);
  await office.connection(sql`greeting_message = 'Olá!', time_send_queue = 5, send_id_queue = ${support}`);
  const gil = await office.desk.attendant('Gil', [], 'gestor');
  const { admin } = office.desk;
  const number = office.desk.number();
  const { ticketId } = await office.writes(number, 'Oi');
  await office.writes(number, '1');
  await admin.put(`/tickets/${ticketId}`, { status: 'open' });
  const { uuid } = await office.show(ticketId);
  await gil.get(`/tickets/u/${uuid}`);
  await admin.put(`/tickets/${ticketId}`, { queueId: support, userId: gil.id });
  await gil.put(`/tickets/${ticketId}`, { status: 'pending', userId: null });
  await gil.put(`/tickets/${ticketId}`, { status: 'closed' });
  await gil.put(`/tickets/${ticketId}`, { status: 'open' });
  const other = await office.writes(office.desk.number(), 'Oi');
  await office.scope.sql.run(sql`update tickets.automatic set redirect_at = now() where redirect_at is not null`);
  await sweepConversations(office.scope);
  expect(await office.log(ticketId)).toEqual([
    'create',
    'chatBot',
    'queue',
    'open',
    'access',
    'transfered',
    'receivedTransfer',
    'pending',
    'closed',
    'reopen',
    'open',
  ]);
  expect(await office.log(other.ticketId)).toEqual(['create', 'chatBot', 'redirect']);
});
