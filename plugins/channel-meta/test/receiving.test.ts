import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import type { MessageView } from '@balcao/tickets/contract';
import { envelope } from '../server/webhook/envelope.ts';
import { keepWaiting } from '../server/webhook/waiting.ts';
import type { ThreadView } from '../contract.ts';
import { MetaFixture, startFixtures, startMeta } from './meta-fixture.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import * as wire from './meta/vectors.ts';

let meta: MetaSimulator;
let stop: () => Promise<void>;
let host: TestHost;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const thais = '5519970010001';

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const saidBy = async (fixture: MetaFixture, count: number): Promise<MessageView[]> =>
  eventually(async () => {
    const [ticket] = await fixture.tickets();
    const said = ticket ? await fixture.said(ticket.id) : [];
    return said.length >= count ? said : undefined;
  });

test('Everything that a person can send on Instagram is shown in the conversation, once and in order', async () => {
  const fixture = await MetaFixture.open(host, meta, 'instagram');
  const at = (second: number): { at: Date } => ({ at: new Date(Date.now() - 60_000 + second * 1000) });
  const story = meta.file(picture, 'image/png', 'story.png');
  const say = (message: Record<string, unknown>, second: number): wire.WireEvent =>
    wire.written(thais, fixture.account, message, at(second));
  const events = [
    say(wire.text('Quanto custa?'), 0),
    say({ text: 'Esse aí?', reply_to: { story: { id: '178', url: story } } }, 1),
    say(wire.attached({ type: 'story_mention', payload: { url: story } }), 2),
    say(wire.attached({ type: 'ig_post', payload: { url: 'https://instagram.example/p/1', title: 'Mutirão' } }), 3),
    say(wire.attached({ type: 'image', payload: { url: meta.file(picture, 'image/png', 'foto.png') } }), 4),
    say({ is_unsupported: true }, 5),
    say(wire.attached({ type: 'novo_tipo_de_2027' }), 6),
    say(wire.attached({ type: 'fallback', title: 'Página', url: 'https://loja.example/a' }), 7),
    wire.event(
      thais,
      fixture.account,
      { postback: { mid: 'm_botao', title: 'Ver preços', payload: 'PRECOS' } },
      at(8).at,
    ),
    say(wire.attached({ type: 'location', title: 'Loja', payload: { coordinates: { lat: -23.5, long: -46.6 } } }), 9),
    { ...say(wire.text('Hora em texto'), 10), timestamp: String(Date.now() - 50_000) },
  ];
  expect(await fixture.deliver(...events)).toBe(200);
  expect(await fixture.deliver(...events.toReversed())).toBe(200);
  const said = await saidBy(fixture, events.length);
  expect(
    said.map(({ body, context, mediaType, dataJson }) => [body, context?.kind ?? mediaType ?? dataJson?.kind ?? null]),
  ).toEqual([
    ['Quanto custa?', null],
    ['Esse aí?', 'story'],
    ['Mencionou você no story', 'story-mention'],
    ['Mutirão', 'post'],
    ['', 'image'],
    [expect.stringContaining('não entrega por aqui'), null],
    [expect.stringContaining('não entrega por aqui'), null],
    ['Página\nhttps://loja.example/a', null],
    ['Ver preços', null],
    [expect.any(String), 'location'],
    ['Hora em texto', null],
  ]);
});

/** Returns the files below a folder that contain these bytes. */
const filesWith = async (folder: string, bytes: Buffer): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const found = await Promise.all(files.map(async (file) => ((await readFile(file)).includes(bytes) ? [file] : [])));
  return found.flat();
};

test('A story is passed through to people who may read the conversation, is not stored, and ends as a placeholder', async () => {
  const fixture = await MetaFixture.open(host, meta, 'instagram');
  const content = Buffer.concat([picture, randomBytes(64)]);
  const url = meta.file(content, 'image/png', 'story.png');
  const id = /files\/(\w+)/.exec(url)?.[1] ?? '';
  await fixture.deliver(
    wire.written(thais, fixture.account, wire.attached({ type: 'story_mention', payload: { url } })),
  );
  const [mention] = await saidBy(fixture, 1);
  const path = `/meta/stories/${mention?.id}`;
  expect((await fixture.admin.get(path)).status).toBe(200);
  const files = await fixture.company.scope('tickets').storage.used();
  expect(files).toBe(0);
  // A photo of the same customer is on the disk, so the search finds what is there.
  const photo = Buffer.concat([picture, randomBytes(64)]);
  const attachment = { type: 'image', payload: { url: meta.file(photo, 'image/png', 'foto.png') } };
  await fixture.deliver(wire.written(thais, fixture.account, wire.attached(attachment)));
  await saidBy(fixture, 2);
  expect(await filesWith(host.dataDir, photo)).toHaveLength(1);
  expect(await filesWith(host.dataDir, content)).toEqual([]);
  const other = await MetaFixture.open(host, meta);
  expect((await other.admin.get(path)).status).toBe(404);
  meta.state.gone.add(id);
  expect((await fixture.admin.get(path)).status).toBe(410);
});

test('One webhook serves all companies: each sees its own page only, and a wrong signature stores nothing', async () => {
  const [one, other] = [await MetaFixture.open(host, meta), await MetaFixture.open(host, meta)];
  const entries = [
    wire.entry(one.account, [wire.written(thais, one.account, wire.text('Para a primeira'))]),
    wire.entry(other.account, [wire.written(thais, other.account, wire.text('Para a segunda'))]),
    wire.entry('999', [wire.written(thais, '999', wire.text('Para ninguém'))]),
  ];
  expect(await meta.webhooks.deliver('page', entries, { secret: 'um palpite' })).toBe(401);
  expect(await one.tickets()).toEqual([]);
  expect(await meta.webhooks.deliver('page', entries)).toBe(200);
  expect((await saidBy(one, 1)).map(({ body }) => body)).toEqual(['Para a primeira']);
  expect((await saidBy(other, 1)).map(({ body }) => body)).toEqual(['Para a segunda']);
  // An entry of one page cannot carry a message of another.
  await meta.webhooks.deliver('page', [
    wire.entry(one.account, [wire.written(thais, other.account, wire.text('Trocada'))]),
  ]);
  expect((await one.said((await one.tickets())[0]?.id ?? 0)).map(({ body }) => body)).toEqual(['Para a primeira']);
});

test('The test button of Meta’s dashboard is accepted, and makes no conversation', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const value = {
    sender: { id: '12334' },
    recipient: { id: '23245' },
    timestamp: '1527459824',
    message: { mid: 'test', text: 'test' },
  };
  expect(
    await meta.webhooks.post({
      object: 'instagram',
      entry: [{ id: '0', time: 1, changes: [{ field: 'messages', value }] }],
    }),
  ).toBe(200);
  expect(await meta.webhooks.post({ object: 'page', entry: 'nada' })).toBe(200);
  expect(await meta.webhooks.post('não é json')).toBe(400);
  expect(await fixture.tickets()).toEqual([]);
});

test('Reactions, edits, deletions and receipts change the messages that they are about', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const { account } = fixture;
  await fixture.deliver(
    wire.written(thais, account, wire.text('Oi'), { mid: 'm_oi' }),
    wire.written(thais, account, wire.text('Errado'), { mid: 'm_errado' }),
  );
  const ticket = await fixture.conversation();
  const { id } = await fixture.write(ticket.id, 'Olá!');
  await fixture.settled(ticket.id, id);
  const mid = fixture.reached()[0]?.mid ?? '';
  await fixture.deliver(
    wire.event(thais, account, wire.reaction(mid, '😍')),
    wire.event(
      thais,
      account,
      { message_edit: { mid: 'm_oi', text: 'Oi, tudo bem?', num_edit: 1 } },
      new Date(Date.now() + 1000),
    ),
    wire.written(thais, account, { is_deleted: true }, { mid: 'm_errado' }),
    // Delivery and read receipts without ids cover everything before their moment.
    wire.event(thais, account, { delivery: { watermark: Date.now() + 1000 } }),
    wire.event(thais, account, { read: { watermark: String(Date.now() + 1000) } }),
  );
  const said = await fixture.said(ticket.id);
  expect(
    said.map(({ body, isDeleted, messageReact, ack }) => [
      isDeleted || body,
      messageReact.map(({ emoji }) => emoji).join(),
      ack,
    ]),
  ).toEqual([
    ['Oi, tudo bem?', '', expect.any(Number)],
    [true, '', expect.any(Number)],
    ['Olá!', '😍', 3],
  ]);
});

test('The contact gets the name and the picture of the profile, and a message arrives without one too', async () => {
  const fixture = await MetaFixture.open(host, meta, 'instagram');
  const [known, closed] = ['7010001', '7010002'];
  meta.state.profiles.set(known, {
    name: 'Thaís Nascimento',
    username: 'thais.nasc',
    follower_count: 1284,
    is_user_follow_business: true,
    is_business_follow_user: false,
    profile_pic: meta.file(picture, 'image/png', 'eu.png'),
  });
  await fixture.deliver(
    wire.written(known, fixture.account, wire.text('Oi')),
    wire.written(closed, fixture.account, wire.text('Olá')),
  );
  const named = await eventually(async () => {
    const contacts = (await fixture.tickets()).map(({ contact }) => contact);
    return contacts.some(({ name }) => name === 'Thaís Nascimento') ? contacts : undefined;
  });
  expect(named.map(({ name }) => name).toSorted()).toEqual(['Contato do Instagram 0002', 'Thaís Nascimento']);
  const people = await Promise.all(
    (await fixture.tickets()).map(
      async ({ id }) => (await fixture.admin.get<ThreadView>(`/meta/tickets/${id}`)).body.person,
    ),
  );
  expect(people).toContainEqual({
    username: 'thais.nasc',
    followers: 1284,
    followsUs: true,
    isFollowed: false,
    isVerified: null,
  });
  expect(people.map(({ username }) => username).toSorted()).toEqual(['', 'thais.nasc']);
  // A later message does not replace the name by a provisional one.
  await fixture.deliver(wire.written(known, fixture.account, wire.text('Alguém?')));
  expect((await fixture.tickets()).map(({ contact }) => contact.name)).toContain('Thaís Nascimento');
});

/** The name of the contact of the only conversation, once it is not the provisional one any more. */
const nameGiven = (fixture: MetaFixture): Promise<string> =>
  eventually(async () => {
    const name = (await fixture.tickets())[0]?.contact.name ?? '';
    return name === '' || name.startsWith('Contato do Instagram') ? undefined : name;
  });

test('A profile that Meta could not give at the first message is read a little later', async () => {
  const fixture = await MetaFixture.open(host, meta, 'instagram');
  const person = '7010011';
  meta.state.profiles.set(person, { name: 'Rosângela Prado', username: 'rosangela' });
  meta.refuse({ status: 503, code: 2, times: 2, fits: ({ path }) => path === person });
  await fixture.deliver(wire.written(person, fixture.account, wire.text('Oi')));
  expect(await nameGiven(fixture)).toBe('Rosângela Prado');
});

test('A profile whose reading ended with its node is read after the person’s next message', async () => {
  const fixture = await MetaFixture.open(host, meta, 'instagram');
  const person = '7010012';
  // Its attempts are over: nothing is scheduled for it.
  await fixture.company.scope('channel-meta').sql
    .run(sql`insert into channel_meta.profile (connection_id, person, asked_at)
    values (${fixture.connectionId}, ${person}, now() - interval '2 hours')`);
  meta.state.profiles.set(person, { name: 'Otávio Lins', username: 'otavio' });
  await fixture.deliver(wire.written(person, fixture.account, wire.text('Oi')));
  expect(await nameGiven(fixture)).toBe('Otávio Lins');
});

test('A conversation that another app has is shown, marked, and can be taken over', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const standby = [wire.written(thais, fixture.account, wire.text('Para o outro aplicativo'))];
  await meta.webhooks.deliver('page', [{ id: fixture.account, time: Date.now(), standby }]);
  const ticket = await fixture.conversation();
  const path = `/meta/tickets/${ticket.id}`;
  expect((await fixture.admin.get(path)).body).toMatchObject({ isElsewhere: true });
  expect((await fixture.admin.post(`${path}/take`)).body).toEqual({ isElsewhere: false });
  expect(meta.state.taken.has(thais)).toBe(true);
  const isElsewhereAfter = async (change: object): Promise<boolean> => {
    await fixture.deliver(wire.event(thais, fixture.account, change));
    return (await fixture.admin.get<ThreadView>(path)).body.isElsewhere;
  };
  const own = Number(meta.state.app.appId);
  expect(await isElsewhereAfter({ pass_thread_control: { new_owner_app_id: 263_902_037_430_900 } })).toBe(true);
  expect(await isElsewhereAfter({ pass_thread_control: { new_owner_app_id: own, metadata: 'de volta' } })).toBe(false);
  expect(await isElsewhereAfter({ take_thread_control: { previous_owner_app_id: own } })).toBe(true);
  expect(await isElsewhereAfter({ request_thread_control: { requested_owner_app_id: 1 }, app_roles: {} })).toBe(true);
  expect(await fixture.said(ticket.id)).toHaveLength(1);
});

test('300 webhooks in one call are stored before it is answered, and a company that is locked delays no other', async () => {
  const [slow, busy] = [await MetaFixture.open(host, meta), await MetaFixture.open(host, meta)];
  const many = Array.from({ length: 300 }, (_, index) =>
    wire.entry(busy.account, [wire.written(`66${index % 40}`, busy.account, wire.text(`Mensagem ${index}`))]),
  );
  const stored = async (fixture: MetaFixture): Promise<number> => {
    const row = await fixture.company
      .scope('tickets')
      .sql.one<{ count: number }>(sql`select count(*)::int as count from tickets.message`);
    return row?.count ?? 0;
  };
  await slow.deliver(wire.written(thais, slow.account, wire.text('Antes')));
  const [heldBack, isLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const scope = slow.company.scope('channel-meta');
  await scope.sql.run(sql`update channel_meta.account set heard_at = null where connection_id = ${slow.connectionId}`);
  const transaction = scope.tx(async (inner) => {
    await inner.sql.run(sql`update channel_meta.account set name = name where connection_id = ${slow.connectionId}`);
    isLocked.resolve();
    await heldBack.promise;
  });
  await isLocked.promise;
  const call = meta.webhooks.deliver('page', [
    wire.entry(slow.account, [wire.written(thais, slow.account, wire.text('Depois'))]),
    ...many,
  ]);
  await eventually(async () => (await stored(busy)) === 300);
  expect(await stored(slow)).toBe(1);
  heldBack.resolve();
  await transaction;
  expect(await call).toBe(200);
  await eventually(async () => (await stored(slow)) === 2);
}, 60_000);

test('Events that could not be stored at once stay in order: later ones of the account wait behind them, others do not', async () => {
  const [late, prompt] = [await MetaFixture.open(host, meta), await MetaFixture.open(host, meta)];
  const scope = late.company.scope('channel-meta');
  const kept = envelope.parse({
    object: 'page',
    entry: [
      wire.entry(late.account, [
        wire.written(thais, late.account, wire.text('Primeira')),
        wire.written('5519970010002', late.account, wire.text('Primeira de outra')),
      ]),
    ],
  });
  await keepWaiting(
    scope,
    kept.entry.map((entry) => ({ connectionId: late.connectionId, entry })),
  );
  const entries = [late, prompt].map(({ account }) =>
    wire.entry(account, [wire.written(thais, account, wire.text('Segunda'))]),
  );
  expect(await meta.webhooks.deliver('page', entries)).toBe(200);
  expect((await saidBy(prompt, 1)).map(({ body }) => body)).toEqual(['Segunda']);
  const inOrder = () =>
    late.company.scope('tickets').sql.rows<{ body: string }>(sql`select body from tickets.message order by id`);
  await eventually(async () => (await inOrder()).length === 3);
  expect((await inOrder()).map(({ body }) => body)).toEqual(['Primeira', 'Primeira de outra', 'Segunda']);
  await eventually(async () => (await scope.sql.rows(sql`select 1 from channel_meta.waiting`)).length === 0);
  // Nothing waits any more: the next one is stored by the call itself.
  await late.deliver(wire.written(thais, late.account, wire.text('Terceira')));
  expect((await inOrder()).at(-1)?.body).toBe('Terceira');
});

test('A call that Meta delivers again, twice at once, stores each message once and each person’s in order', async () => {
  const fixture = await MetaFixture.open(host, meta);
  const start = Date.now() - 60_000;
  const events = Array.from({ length: 60 }, (_, index) =>
    wire.written(`88${index % 3}`, fixture.account, wire.text(`Mensagem ${index}`), { at: new Date(start + index) }),
  );
  const half = fixture.deliver(...events.slice(0, 30));
  expect(await Promise.all([half, fixture.deliver(...events), fixture.deliver(...events)])).toEqual([200, 200, 200]);
  const tickets = await eventually(async () => {
    const found = await fixture.tickets();
    return found.length >= 3 ? found : undefined;
  });
  const said = await Promise.all(tickets.map(async ({ id }) => (await fixture.said(id)).map(({ body }) => body)));
  const expected = [0, 1, 2].map((person) =>
    Array.from({ length: 20 }, (_, index) => `Mensagem ${index * 3 + person}`),
  );
  expect(said.toSorted((one, two) => (one[0] ?? '').localeCompare(two[0] ?? ''))).toEqual(expected);
});
