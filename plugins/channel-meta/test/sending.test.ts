import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import { MetaFixture, startFixtures, startMeta } from './meta-fixture.ts';
import { metadataOf } from '../server/send/metadata.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
const thais = '5519970010001';

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterEach(() => {
  meta.state.beforeAnswer = undefined;
  meta.state.aheadMs = 0;
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const begun = async (
  channel: 'facebook' | 'instagram' = 'facebook',
): Promise<{ fixture: MetaFixture; ticketId: number }> => {
  const fixture = await MetaFixture.open(host, meta, channel);
  await fixture.deliver(wire.written(thais, fixture.account, wire.text('Oi')));
  return { fixture, ticketId: (await fixture.conversation()).id };
};
const sends =
  (fixture: MetaFixture) =>
  ({ path, body }: { path: string; body: Record<string, unknown> }) =>
    path === `${fixture.page.pageId}/messages` && body['message'] !== undefined;
const texts = (fixture: MetaFixture): unknown[] => fixture.reached().map(({ message }) => message['text']);
const aged = async (fixture: MetaFixture, hours: number): Promise<void> => {
  await fixture.company
    .scope('tickets')
    .sql.run(sql`update tickets.message set sent_at = sent_at - make_interval(hours => ${hours}) where not from_me`);
  meta.later(hours);
};

test('A long message arrives in parts, in order, and is one message here', async () => {
  const { fixture, ticketId } = await begun('instagram');
  const body = 'palavra '.repeat(300).trim();
  const { id } = await fixture.write(ticketId, body);
  await fixture.settled(ticketId, id);
  expect(texts(fixture).length).toBe(3);
  expect(texts(fixture).join(' ')).toBe(body);
  expect((await fixture.said(ticketId)).length).toBe(2);
});

test('After 24 hours an automation is refused with a reason, a person’s message goes out tagged, and after 7 days nobody’s', async () => {
  const { fixture, ticketId } = await begun();
  const asCompany = () => fixture.company.scope('tickets').use(tickets).send(ticketId, { body: 'Lembrete', by: null });
  await fixture.settled(ticketId, (await fixture.write(ticketId, 'No prazo')).id);
  expect(fixture.reached()[0]?.body['messaging_type']).toBe('RESPONSE');
  await aged(fixture, 25);
  await expect(asCompany()).rejects.toMatchObject({ code: 'ERR_WINDOW_CLOSED' });
  await fixture.settled(ticketId, (await fixture.write(ticketId, 'De uma pessoa')).id);
  expect(fixture.reached().at(-1)?.body).toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
  await aged(fixture, 144);
  expect((await fixture.admin.post(`/messages/${ticketId}`, { body: 'Tarde demais' })).body).toMatchObject({
    error: 'ERR_WINDOW_CLOSED',
  });
  expect(texts(fixture)).toEqual(['No prazo', 'De uma pessoa']);
});

test('A reaction and an ad open the conversation again, an ad for 7 days', async () => {
  const { fixture, ticketId } = await begun();
  const asCompany = () => fixture.company.scope('tickets').use(tickets).send(ticketId, { body: 'Lembrete', by: null });
  const { id } = await fixture.write(ticketId, 'Olá!');
  await fixture.settled(ticketId, id);
  await aged(fixture, 30);
  await expect(asCompany()).rejects.toMatchObject({ code: 'ERR_WINDOW_CLOSED' });
  await fixture.deliver(wire.event(thais, fixture.account, wire.reaction(fixture.reached()[0]?.mid ?? '', '👍')));
  meta.state.lastMessageAt.set(`${fixture.account}/${thais}`, meta.state.now());
  expect((await asCompany()).body).toBe('Lembrete');
  const ad = {
    text: 'Vi o anúncio',
    referral: { source: 'ADS', type: 'OPEN_THREAD', ad_id: '77', ads_context_data: { ad_title: 'Mutirão' } },
  };
  await fixture.deliver(wire.written(thais, fixture.account, ad));
  await aged(fixture, 100);
  meta.state.lastMessageAt.set(`${fixture.account}/${thais}`, meta.state.now());
  expect((await asCompany()).body).toBe('Lembrete');
  expect((await fixture.said(ticketId)).find(({ body }) => body === 'Vi o anúncio')?.context).toMatchObject({
    kind: 'ad',
    title: 'Mutirão',
  });
});

test('An echo that arrives before the answer makes no second message, with and without our metadata', async () => {
  const { fixture, ticketId } = await begun('instagram');
  let withMetadata = true;
  meta.state.beforeAnswer = async ({ mid, to, message }) => {
    const { text, metadata } = message;
    await fixture.deliver(
      wire.echoed(
        to,
        fixture.account,
        { text, ...(withMetadata && { metadata, app_id: meta.state.app.appId }) },
        { mid },
      ),
    );
  };
  await fixture.settled(ticketId, (await fixture.write(ticketId, 'Com')).id);
  withMetadata = false;
  await fixture.settled(ticketId, (await fixture.write(ticketId, 'Sem')).id);
  await eventually(async () => {
    const held = await fixture.company.scope('channel-meta').sql.rows(sql`select 1 from channel_meta.held_echo`);
    return held.length === 0;
  });
  expect((await fixture.said(ticketId)).map(({ body }) => body)).toEqual(['Oi', 'Com', 'Sem']);
});

test('A message whose answer was lost is settled by its echo, and is not sent twice', async () => {
  const { fixture, ticketId } = await begun();
  meta.refuse({ status: 0, code: 0, isLost: true, fits: sends(fixture) });
  const { id } = await fixture.write(ticketId, 'Uma vez');
  await eventually(() => fixture.reached().length === 1);
  await eventually(async () => (await fixture.said(ticketId)).find((one) => one.id === id)?.failure !== null);
  const mid = fixture.reached()[0]?.mid ?? '';
  const echo = wire.echoed(
    thais,
    fixture.account,
    { text: 'Uma vez', metadata: metadataOf(id, 0), app_id: Number(meta.state.app.appId) },
    { mid },
  );
  expect(await fixture.deliver(echo, echo)).toBe(200);
  const settled = (await fixture.said(ticketId)).find((one) => one.id === id);
  expect([settled?.ack, settled?.failure]).toEqual([1, null]);
  await fixture.settled(ticketId, (await fixture.write(ticketId, 'Outra')).id);
  expect(texts(fixture)).toEqual(['Uma vez', 'Outra']);
});

test('A message whose node stopped after Meta’s answer, and before it was stored as sent, is settled by an echo that names nothing', async () => {
  const { fixture, ticketId } = await begun('instagram');
  meta.refuse({ status: 0, code: 0, isLost: true, fits: sends(fixture) });
  const { id } = await fixture.write(ticketId, 'Uma vez');
  const own = async () => (await fixture.said(ticketId)).find((one) => one.id === id);
  await eventually(async () => (await own())?.failure === 'unknown');
  const mid = fixture.reached()[0]?.mid ?? '';
  await fixture.company
    .scope('channel-meta')
    .sql.run(sql`update channel_meta.outgoing set mid = ${mid} where message_id = ${id}`);
  expect(await fixture.deliver(wire.echoed(thais, fixture.account, { text: 'Uma vez' }, { mid }))).toBe(200);
  expect(await own()).toMatchObject({ ack: 1, failure: null });
  expect(await fixture.said(ticketId)).toHaveLength(2);
});

test('An answer that somebody wrote in Meta’s own inbox is shown once, as the company’s, with the program’s name, and starts nothing', async () => {
  const { fixture, ticketId } = await begun();
  const echo = wire.echoed(thais, fixture.account, { text: 'Respondi pelo Facebook', app_id: 263_902_037_430_900 });
  expect(await fixture.deliver(echo)).toBe(200);
  expect(await fixture.deliver(echo)).toBe(200);
  meta.state.apps.set('990011', 'Agenda da Loja');
  await fixture.deliver(
    wire.echoed(thais, fixture.account, { text: 'Do robô da agenda', app_id: 990_011 }),
    wire.echoed(thais, fixture.account, { text: 'De um aplicativo sem nome', app_id: '990012' }),
    wire.echoed(thais, fixture.account, { text: 'Do telefone' }),
  );
  const said = await fixture.said(ticketId);
  expect(said.map(({ body, fromMe, participant }) => [body, fromMe, participant ?? null])).toEqual([
    ['Oi', false, null],
    ['Respondi pelo Facebook', true, 'Meta Business Suite'],
    ['Do robô da agenda', true, 'Agenda da Loja'],
    ['De um aplicativo sem nome', true, 'Outro aplicativo'],
    ['Do telefone', true, 'Meta Business Suite'],
  ]);
  expect((await fixture.tickets())[0]?.unreadMessages ?? 0).toBeLessThanOrEqual(1);
});

test('When the token ends the connection says why, and waiting messages go out after another login', async () => {
  const { fixture, ticketId } = await begun();
  meta.state.endedTokens.set(fixture.page.token, 460);
  const { id } = await fixture.write(ticketId, 'Espera');
  await eventually(async () => (await fixture.status()) === 'DISCONNECTED');
  const mails = await eventually(async () => {
    const { rows } = await host.kernel.database.owner.query<{ subject: string }>(
      'select subject from kernel.mail where recipient = $1',
      [fixture.admin.email],
    );
    return rows.length > 0 ? rows : undefined;
  });
  expect(mails.map(({ subject }) => subject)).toEqual([`Messenger ${fixture.page.name} sem conexão`]);
  const path = `/meta/connections/${fixture.connectionId}`;
  expect((await fixture.admin.get(path)).body).toMatchObject({ trouble: 'password', connectedAs: 'Marina Azevedo' });
  fixture.page.token = `EAAP${'9'.repeat(40)}`;
  const before = fixture.connectionId;
  await fixture.connect();
  expect([fixture.connectionId, await fixture.status()]).toEqual([before, 'CONNECTED']);
  await eventually(async () => (await fixture.said(ticketId)).find((one) => one.id === id)?.ack === 1);
  expect(texts(fixture)).toEqual(['Espera']);
});

test('The first request that finds the token ended takes the connection down, also when nobody sends anything', async () => {
  const read = await MetaFixture.open(host, meta, 'instagram');
  meta.state.endedTokens.set(read.page.token, 463);
  // The name of somebody new is read.
  await read.deliver(wire.written('5519970019999', read.account, wire.text('Oi')));
  await eventually(async () => (await read.status()) === 'DISCONNECTED');
  const checked = await MetaFixture.open(host, meta);
  meta.state.endedTokens.set(checked.page.token, 458);
  const path = `/meta/connections/${checked.connectionId}`;
  await checked.admin.post(`${path}/check`);
  expect(await checked.status()).toBe('DISCONNECTED');
  expect((await checked.admin.get(path)).body).toMatchObject({ trouble: 'removed' });
  const taken = await begun();
  meta.state.endedTokens.set(taken.fixture.page.token, 460);
  expect((await taken.fixture.admin.post(`/meta/tickets/${taken.ticketId}/take`)).status).toBe(409);
  expect(await taken.fixture.status()).toBe('DISCONNECTED');
});

test('Files are uploaded, one request each, and what Instagram cannot show arrives as a link', async () => {
  const { fixture, ticketId } = await begun('instagram');
  const send = async (name: string, bytes: Buffer, type: string): Promise<void> => {
    const form = new FormData();
    form.append('body', `Segue ${name}`);
    form.append('medias', new Blob([Uint8Array.from(bytes)], { type }), name);
    const { status, body } = await fixture.admin.post<MessageView[] | MessageView>(`/messages/${ticketId}`, form);
    expect(status).toBe(200);
    for (const one of [body].flat()) await fixture.settled(ticketId, one.id);
  };
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  await send('foto.png', Buffer.from(png, 'base64'), 'image/png');
  await send('notas.txt', Buffer.from('um texto'), 'text/plain');
  const reached = fixture.reached();
  expect(reached.map(({ file, message }) => file?.name ?? message['text'])).toEqual([
    'foto.png',
    'Segue foto.png',
    expect.stringMatching(/^Arquivo notas\.txt: http\S+\nSegue notas\.txt$/),
  ]);
  const link = /http\S+/.exec(String(reached[2]?.message['text']))?.[0] ?? '';
  expect(await (await fetch(new URL(new URL(link).pathname + new URL(link).search, host.url))).text()).toBe('um texto');
});

test('When Meta’s quota is nearly used up, sending waits by itself', async () => {
  const { fixture, ticketId } = await begun();
  meta.state.usage = JSON.stringify({ call_count: 84, total_time: 20, total_cputime: 5 });
  await fixture.settled(ticketId, (await fixture.write(ticketId, 'Primeira')).id);
  meta.state.usage = undefined;
  await fixture.settled(ticketId, (await fixture.write(ticketId, 'Segunda')).id);
  expect(texts(fixture)).toEqual(['Primeira', 'Segunda']);
});

test('On Instagram another reaction than the heart is refused with a reason', async () => {
  const { fixture, ticketId } = await begun('instagram');
  const [theirs] = await fixture.said(ticketId);
  await fixture.admin.post(`/messages/${theirs?.id}/reaction`, { emoji: '❤️' });
  await eventually(() =>
    meta.state.actions.some(({ action, pageId }) => action === 'react' && pageId === fixture.page.pageId),
  );
  await fixture.admin.post(`/messages/${theirs?.id}/reaction`, { emoji: '🙏' });
  await eventually(async () => (await fixture.said(ticketId))[0]?.messageReact.every(({ emoji }) => emoji === '❤️'));
});
