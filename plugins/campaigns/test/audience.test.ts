import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import type { CampaignPreview } from '../contract.ts';
import { Sender, startServer } from './fixture.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';

let host: TestHost;
let phones: Phones;
beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  await host?.close();
  phones?.close();
});

const reachedBy = (sender: Sender): string[] =>
  phones
    .of(sender.connectionId)
    .map(({ to }) => to)
    .toSorted();

/** A person who wrote once, whose conversation has ended with a tag. */
const tagged = async (sender: Sender, number: string, tagId: number): Promise<void> => {
  const { ticketId } = await sender.arrives(number, 'Bom dia');
  const { admin } = sender.company;
  await admin.post('/tags/sync', { ticketId, tags: [{ id: tagId }] });
  await admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
};

test('A list that a campaign still needs cannot be deleted, and one whose people were written down can', async () => {
  const sender = await Sender.of(host);
  const { admin } = sender.company;
  const { id: contactListId } = await sender.list(3);
  const remove = async () => (await admin.delete<{ error?: string }>(`/contact-lists/${contactListId}`)).body.error;
  const scheduledAt = new Date(Date.now() + 7_200_000).toISOString();
  const { body } = await sender.create({ contactListId, scheduledAt });
  expect(await remove()).toBe('ERR_CONTACT_LIST_IN_USE');
  expect((await admin.put(`/campaigns/${body.id}`, { contactListId: null })).status).toBe(200);
  expect((await admin.put(`/campaigns/${body.id}`, { contactListId })).status).toBe(200);
  expect(await remove()).toBe('ERR_CONTACT_LIST_IN_USE');
  expect((await admin.delete(`/campaigns/${body.id}`)).status).toBe(200);

  const id = await sender.start({ contactListId });
  await sender.ends(id);
  expect(await remove()).toBeUndefined();
  expect(await sender.counts(id)).toMatchObject({ sent: 3 });
});

test('Tags and area codes narrow the contacts together, each by any of its values, and the preview says so before', async () => {
  const sender = await Sender.of(host);
  const { admin } = sender.company;
  const tag = async (name: string): Promise<number> =>
    (await admin.post<{ id: number }>('/tags', { name, color: '#305090' })).body.id;
  const [gold, silver] = [await tag('Ouro'), await tag('Prata')];
  const [inBoth, otherTag, otherCode, untagged] = [
    sender.number(11),
    sender.number(13),
    sender.number(21),
    sender.number(11),
  ];
  await tagged(sender, inBoth, gold);
  await tagged(sender, otherTag, silver);
  await tagged(sender, otherCode, gold);
  await admin.post('/contacts', { name: 'Sem conversa', number: untagged });
  const filters = { contactListId: null, tagFilters: [gold, silver], dddFilters: [11, 13], message1: 'Olá' };
  const preview = await admin.post<CampaignPreview>('/campaigns/preview', {
    whatsappId: sender.connectionId,
    ...filters,
  });
  expect(preview.body).toMatchObject({ found: 4, outside: 2, remaining: 2 });
  phones.received.length = 0;
  await sender.ends(await sender.start(filters));
  expect(reachedBy(sender)).toEqual([inBoth, otherTag].toSorted());
});

test('The audience is frozen at the start: later tags and people of the list change nothing', async () => {
  const sender = await Sender.of(host);
  await sender.set({ messageInterval: 1 });
  const { id: contactListId, numbers } = await sender.list(3);
  const id = await sender.start({ contactListId });
  await eventually(async () => (await sender.counts(id)).total === 3);
  const late = sender.number();
  const { admin } = sender.company;
  expect((await admin.post('/contact-list-items', { contactListId, name: 'Atrasada', number: late })).status).toBe(200);
  await sender.ends(id);
  expect(reachedBy(sender)).toEqual(numbers.toSorted());
});

/** Send hours in which it is the hour of sending in São Paulo and not in Rio Branco, two hours behind. */
const hoursOfSaoPauloOnly = (): { windowFrom: string; windowUntil: string } => {
  const now = new Date(Date.now() - 3 * 3_600_000);
  const hour = now.getUTCHours();
  const of = (value: number): string => `${String(value).padStart(2, '0')}:00`;
  // It may strike a full hour meanwhile.
  return { windowFrom: of(hour), windowUntil: hour >= 2 ? '24:00' : '12:00' };
};

test('With the recipient’s zone, people in Acre wait for their own send hours while São Paulo gets the message', async () => {
  const sender = await Sender.of(host);
  const [here, there] = [await sender.list(2, { ddd: 11 }), sender.number(68)];
  await sender.company.admin.post('/contact-list-items', { contactListId: here.id, name: 'Do Acre', number: there });
  const days = [0, 1, 2, 3, 4, 5, 6];
  await sender.set({ ...hoursOfSaoPauloOnly(), windowDays: days });
  const id = await sender.start({ contactListId: here.id, dddFilters: [11, 68], recipientZone: true });
  await eventually(() => phones.of(sender.connectionId).length === 2);
  expect(reachedBy(sender)).toEqual(here.numbers.toSorted());
  await eventually(async () => (await sender.campaign(id)).pause?.reason === 'window');
  expect(await sender.counts(id)).toMatchObject({ waiting: 1 });
  await sender.set({ windowFrom: '00:00', windowUntil: '24:00' });
  await sender.ends(id);
  expect(reachedBy(sender)).toContain(there);
});

test('A module that was off for hours sends nothing meanwhile, and catches nothing up in a burst afterwards', async () => {
  const sender = await Sender.of(host);
  await sender.set({ messageInterval: 1 });
  const { id: contactListId, numbers } = await sender.list(6);
  const id = await sender.start({ contactListId });
  await eventually(() => phones.of(sender.connectionId).length >= 2);
  await sender.company.disable('campaignsEnabled');
  await sleep(1_000);
  const before = phones.of(sender.connectionId).length;
  // Three hours pass for the pace.
  await sender.scope.sql.run(sql`update campaigns.pace set next_at = next_at - interval '3 hours'`);
  await sleep(3_000);
  expect(phones.of(sender.connectionId)).toHaveLength(before);
  await sender.company.enable('campaignsEnabled');
  await sender.ends(id);
  expect(reachedBy(sender)).toEqual(numbers.toSorted());
  const times = phones.of(sender.connectionId).map(({ at }) => at);
  expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(1_000);
});
