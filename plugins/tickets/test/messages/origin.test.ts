import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { channelInbox, type Identity } from '@balcao/connections/contract';
import { tickets } from '../../contract.ts';
import { releaseBulk } from '../../server/channel/release-bulk.ts';
import { Attendance, startAttendance } from '../attendance.ts';
import { provider } from '../channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const inboxOf = (desk: Attendance) => desk.company.scope('tickets').use(channelInbox);
const person = (value: string): Identity => ({ channel: 'test', scope: '', kind: 'phone', value });
const context = {
  kind: 'story',
  id: 's1',
  url: 'https://www.instagram.com/stories/loja/1',
  title: 'Novidades',
} as const;
const referral = { source: 'ad', ref: 'verao', adId: '9', title: 'Promoção', clickId: 'abc' };

test('A message shows which story it answers and how its author came, and loses both when it is deleted', async () => {
  const desk = await Attendance.of(host);
  const { ticketId, messageId } = await desk.arrives(desk.number(), 'Quanto custa?', {
    externalId: 'from-story',
    context,
    referral,
  });
  expect(await desk.messages(ticketId)).toMatchObject([{ body: 'Quanto custa?', context, referral }]);
  const service = desk.company.scope('tickets').use(tickets);
  expect(await service.message(messageId)).toMatchObject({ context, referral });
  await inboxOf(desk).deleted(desk.connectionId, 'from-story');
  expect(await desk.messages(ticketId)).toMatchObject([{ isDeleted: true, context: null, referral: null }]);
});

test('A long origin is cut, a script address is left out, and an unknown kind is none', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.arrives(desk.number(), 'um', {
    context: { kind: 'post', url: 'javascript:alert(1)', title: `a\u0000b ${'x'.repeat(900)}` },
    referral: { ref: '' },
  });
  const [message] = await desk.messages(ticketId);
  expect(message?.context).toEqual({ kind: 'post', title: expect.stringMatching(/^a b x+$/) });
  expect(message?.context?.title).toHaveLength(500);
  expect(message?.referral).toBeNull();
  const unknown = await desk.arrives(desk.number(), 'dois', { context: { kind: 'hologram' } as never });
  expect(await desk.messages(unknown.ticketId)).toMatchObject([{ body: 'dois', context: null }]);
});

test('Imported messages keep their origin', async () => {
  const desk = await Attendance.of(host);
  const number = desk.number();
  await desk.arrives(number, 'agora');
  const sentAt = new Date(Date.now() - 86_400_000);
  const old = { externalId: 'old-1', from: person(number), name: 'Antiga', body: 'antes', sentAt, context };
  expect(await inboxOf(desk).imported(desk.connectionId, [old])).toBe(1);
  const service = desk.company.scope('tickets').use(tickets);
  const [found] = (await service.search('antes')).messages;
  expect(await service.message(found?.id ?? 0)).toMatchObject({ body: 'antes', context });
});

test('A receipt up to a moment covers earlier messages to this person, and never goes back', async () => {
  const desk = await Attendance.of(host);
  const ana = await desk.attendant('Ana', [], 'admin');
  const [number, other] = [desk.number(), desk.number()];
  const [mine, theirs] = [await desk.arrives(number, 'oi'), await desk.arrives(other, 'oi')];
  for (const { ticketId } of [mine, theirs]) await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
  const say = async (ticketId: number, body: string): Promise<void> => {
    await ana.post(`/messages/${ticketId}`, { body });
    await eventually(async () => (await desk.messages(ticketId)).some((one) => one.body === body && one.ack === 1));
  };
  await say(mine.ticketId, 'primeira');
  await say(mine.ticketId, 'segunda');
  await say(theirs.ticketId, 'a outra pessoa');
  const moment = new Date();
  await say(mine.ticketId, 'depois');
  const acks = async (ticketId: number) =>
    (await desk.messages(ticketId)).filter(({ fromMe }) => fromMe).map(({ body, ack }) => [body, ack]);
  await inboxOf(desk).ackUntil(desk.connectionId, person(number), moment, 3);
  await inboxOf(desk).ackUntil(desk.connectionId, person(number), moment, 2);
  expect(await acks(mine.ticketId)).toEqual([
    ['primeira', 3],
    ['segunda', 3],
    ['depois', 1],
  ]);
  expect(await acks(theirs.ticketId)).toEqual([['a outra pessoa', 1]]);
  await inboxOf(desk).ackUntil(desk.connectionId, person('551100000000'), moment, 3);
  await inboxOf(desk).ackUntil(desk.connectionId, person(number), new Date(Number.NaN), 3);
  const stranger = await Attendance.of(host);
  await inboxOf(stranger).ackUntil(desk.connectionId, person(number), new Date(), 4);
  expect(await acks(mine.ticketId)).toMatchObject([
    ['primeira', 3],
    ['segunda', 3],
    ['depois', 1],
  ]);
});

test('A channel receives whether a person or the company sends', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.accepted(desk.admin);
  await desk.admin.post(`/messages/${ticketId}`, { body: 'de uma pessoa' });
  const scope = desk.company.scope('tickets');
  await scope.use(tickets).sendAsCompany(ticketId, 'da empresa');
  await scope.use(tickets).send(ticketId, { body: 'em lote', by: desk.admin.id, bulk: 'fast' });
  const by = (words: string) =>
    eventually(() => provider.accepted.find(({ body }) => body.endsWith(words))).then((taken) => taken.by);
  expect([await by('de uma pessoa'), await by('da empresa'), await by('em lote')]).toEqual([
    'person',
    'company',
    'company',
  ]);
});

test('A server that stops hands the release of bulk messages on, although one is on its way', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.accepted(desk.admin);
  provider.refusals.set('a caminho', { failure: 'retry', times: 1_000 });
  const scope = desk.company.scope('tickets');
  await scope.use(tickets).send(ticketId, { body: 'a caminho', bulk: 'fast' });
  await eventually(() => (provider.refusals.get('a caminho')?.times ?? 0) < 1_000);
  const node = new AbortController();
  const released = releaseBulk({ connectionId: desk.connectionId, isPaced: false }, scope, { stopping: node.signal });
  node.abort();
  await expect(released).rejects.toThrow('the server stops');
  provider.refusals.delete('a caminho');
});
