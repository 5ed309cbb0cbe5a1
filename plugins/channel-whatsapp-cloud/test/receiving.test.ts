import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { MessageView } from '@balcao/tickets/contract';
import { CloudFixture, startFixtures, startMeta } from './cloud-fixture.ts';
import type { GraphSimulator } from './graph/graph.ts';
import * as wire from './graph/vectors.ts';
import { eventually } from '@balcao/testing';

let meta: GraphSimulator;
let stop: () => Promise<void>;
let host: TestHost;
beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const helena = '5511970010001';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const paper = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** Returns the company’s view of one message of Helena. */
const receivedView = async (fixture: CloudFixture, body: wire.Body): Promise<MessageView> => {
  expect(await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, body)])).toBe(200);
  const ticket = await eventually(async () => (await fixture.tickets())[0]);
  return eventually(async () => (await fixture.said(ticket.id)).at(-1));
};

test('A text creates a ticket with the customer’s name and number', async () => {
  const fixture = await CloudFixture.open(host, meta);
  await meta.webhooks.deliver(fixture.line, [
    wire.written(fixture.line, helena, wire.text('Bom dia 👋'), { name: 'Helena Prado' }),
  ]);
  const [ticket] = await fixture.tickets();
  expect(ticket).toMatchObject({
    channel: 'whatsapp-cloud',
    lastMessage: 'Bom dia 👋',
    contact: { name: 'Helena Prado', number: helena },
    whatsappId: fixture.connectionId,
  });
});

test('A reply refers to the message that it answers', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const first = wire.written(fixture.line, helena, wire.text('Quanto custa?'));
  const second = wire.written(fixture.line, helena, wire.text('Essa'), { answers: String(first.message['id']) });
  await meta.webhooks.deliver(fixture.line, [first, second], { batch: 2 });
  const { id } = await fixture.conversation();
  expect((await fixture.said(id)).at(-1)?.quotedMsg).toMatchObject({ body: 'Quanto custa?', fromMe: false });
});

test('A message that comes from an ad shows the ad, and the click id is stored', async () => {
  const fixture = await CloudFixture.open(host, meta);
  expect(await receivedView(fixture, wire.fromAd(wire.text('Quero saber mais')))).toMatchObject({
    body: 'Quero saber mais',
    context: {
      kind: 'ad',
      id: '120210000000000001',
      url: 'https://fb.me/2ZQ1yPXAu',
      title: 'Consulta sem compromisso',
    },
    referral: {
      source: 'ad',
      adId: '120210000000000001',
      text: 'Fale com um advogado hoje.',
      clickId: expect.stringMatching(/^ARAk/),
    },
  });
  const post = { source_type: 'post', source_url: 'javascript:alert(1)', headline: 7 };
  const plain = await receivedView(await CloudFixture.open(host, meta), wire.fromAd(wire.text('E isto?'), post));
  expect(plain).toMatchObject({ context: { kind: 'post', id: '120210000000000001' }, referral: { source: 'post' } });
  expect(JSON.stringify(plain)).not.toContain('javascript');
  expect(await receivedView(await CloudFixture.open(host, meta), wire.text('Oi'))).toMatchObject({
    context: null,
    referral: null,
  });
});

test.each(['forwarded', 'frequently_forwarded'])(
  'A message that a customer forwards is displayed as forwarded: %s',
  async (mark) => {
    const fixture = await CloudFixture.open(host, meta);
    const passedOn = wire.written(fixture.line, helena, {
      ...wire.text('Promoção imperdível'),
      context: { [mark]: true },
    });
    await meta.webhooks.deliver(
      fixture.line,
      [wire.written(fixture.line, helena, wire.text('Recebi isto')), passedOn],
      {
        batch: 2,
      },
    );
    const { id } = await fixture.conversation();
    expect((await fixture.said(id)).map(({ body, isForwarded }) => [body, isForwarded])).toEqual([
      ['Recebi isto', false],
      ['Promoção imperdível', true],
    ]);
  },
);

test.each([
  ['image', 'image/png', picture, { caption: 'A vitrine' }, 'image', 'foto.png'],
  ['audio', 'audio/ogg; codecs=opus', Buffer.from('OggS voz'), { voice: true }, 'audio', 'audio.ogg'],
  ['video', 'video/mp4', Buffer.from('\0\0\0\x18ftypmp42'), {}, 'video', 'video.mp4'],
  ['document', 'application/pdf', paper, { filename: 'contrato.pdf', caption: 'Assinado' }, 'document', 'contrato.pdf'],
  ['sticker', 'image/webp', Buffer.from('RIFF    WEBP'), { animated: false }, 'sticker', 'figurinha.webp'],
])('A file of the kind %s is downloaded and displayed', async (type, mime, bytes, more, shown, name) => {
  const fixture = await CloudFixture.open(host, meta);
  const id = meta.file(bytes, mime);
  const message = await receivedView(fixture, wire.media(type, id, mime, more));
  expect(message).toMatchObject({
    mediaType: shown,
    mediaName: name,
    mediaSize: bytes.length,
    body: 'caption' in more ? more.caption : '',
  });
});

test('A location and contact cards are received as such', async () => {
  const fixture = await CloudFixture.open(host, meta);
  expect(await receivedView(fixture, wire.location({ name: 'MASP', address: 'Av. Paulista, 1578' }))).toMatchObject({
    dataJson: {
      kind: 'location',
      latitude: -23.5614,
      longitude: -46.6559,
      name: 'MASP',
      address: 'Av. Paulista, 1578',
    },
  });
  expect(await receivedView(fixture, wire.contacts('João Lima', '+55 11 97001-0002'))).toMatchObject({
    dataJson: { kind: 'contacts', contacts: [{ name: 'João Lima', numbers: ['+55 11 97001-0002'] }] },
  });
});

test.each([
  ['a button', wire.buttonReply('1', 'Vendas'), 'Vendas'],
  ['a row of a list', wire.listReply('2', 'Suporte', 'Ajuda com pedidos'), 'Suporte\nAjuda com pedidos'],
  ['a button of a template', wire.templateButton('SIM', 'Quero sim'), 'Quero sim'],
  ['a form', wire.formReply({ nome: 'Helena', pessoas: 3 }), 'Formulário respondido\nnome: Helena\npessoas: 3'],
  [
    'a tap of which nothing is said',
    wire.emptyInteractive(),
    'O cliente tocou em uma opção, mas o WhatsApp não disse em qual.',
  ],
  ['an order', wire.order(), 'Pedido do catálogo\n2 × ROSA-12 (BRL 49.90)\n1 × CARTAO (BRL 5.00)\nEntregar à tarde'],
  [
    'a change of number, without the numbers',
    wire.numberChanged(helena, '5511970019999'),
    'O cliente trocou de número no WhatsApp. As próximas mensagens chegam pelo número novo.',
  ],
  [
    'what WhatsApp does not hand over',
    wire.unsupported(),
    'O cliente enviou algo que o WhatsApp não entrega por aqui. Peça que envie de outra forma.',
  ],
  [
    'a kind that nobody knows yet',
    { type: 'hologram', hologram: { id: '1' } },
    'O cliente enviou algo que o WhatsApp não entrega por aqui. Peça que envie de outra forma.',
  ],
  [
    'a known kind with nothing in it',
    { type: 'location', location: 'somewhere' },
    'O cliente enviou algo que o WhatsApp não entrega por aqui. Peça que envie de outra forma.',
  ],
] as const)('The message %s becomes a text', async (_what, body, words) => {
  const fixture = await CloudFixture.open(host, meta);
  expect((await receivedView(fixture, body)).body).toBe(words);
});

test('A reaction appears at its message, and disappears when it is removed, with an empty emoji or none', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const first = wire.written(fixture.line, helena, wire.text('Oi'));
  await meta.webhooks.deliver(fixture.line, [first]);
  const { id } = await fixture.conversation();
  const own = String(first.message['id']);
  const react = (emoji: string | undefined, at: number) =>
    meta.webhooks.deliver(fixture.line, [
      wire.written(fixture.line, helena, wire.reaction(own, emoji), { at: new Date(Date.now() + at) }),
    ]);
  const emojis = async () => (await fixture.said(id))[0]?.messageReact.map(({ emoji }) => emoji);
  await react('❤️', 0);
  expect(await emojis()).toEqual(['❤️']);
  await react(undefined, 2000);
  expect(await emojis()).toEqual([]);
});

test('A customer’s edits and deletions apply to the company’s view', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const [first, second] = ['Segunda', 'Engano'].map((body) => wire.written(fixture.line, helena, wire.text(body)));
  if (!first || !second) throw new Error('there are two messages');
  await meta.webhooks.deliver(fixture.line, [first, second]);
  await meta.webhooks.deliver(fixture.line, [
    wire.written(fixture.line, helena, wire.edit(String(first.message['id']), 'Terça'), {
      at: new Date(Date.now() + 2000),
    }),
    wire.written(fixture.line, helena, wire.revoke(String(second.message['id']))),
  ]);
  const { id } = await fixture.conversation();
  const [edited, deleted] = await fixture.said(id);
  expect(edited).toMatchObject({ body: 'Terça', isDeleted: false });
  expect(edited?.editedAt).not.toBeNull();
  expect(deleted).toMatchObject({ body: '', isDeleted: true });
});

test('A person whose number is hidden is identified by WhatsApp’s id, and gets replies there', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const userId = 'BR.1502576394655843';
  await meta.webhooks.deliver(fixture.line, [wire.writtenByUsername(userId, 'helena.flores', wire.text('Oi'))]);
  const ticket = await fixture.conversation();
  expect(ticket.contact).toMatchObject({ name: '@helena.flores', number: '' });
  const { id } = await fixture.write(ticket.id, 'Olá!');
  expect(await fixture.settled(ticket.id, id)).toMatchObject({ ack: 1, failure: null });
  expect(fixture.reached()[0]?.payload).toMatchObject({ recipient: userId, text: { body: 'Olá!' } });
  expect(fixture.reached()[0]?.payload).not.toHaveProperty('to');
});

test('A person known by number stays one person when WhatsApp’s id is added, and without the number', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const userId = 'BR.77';
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('um'))]);
  const both = wire.written(fixture.line, helena, wire.text('dois'));
  both.message['from_user_id'] = userId;
  both.contact = { ...both.contact, user_id: userId };
  await meta.webhooks.deliver(fixture.line, [both]);
  await meta.webhooks.deliver(fixture.line, [wire.writtenByUsername(userId, 'helena', wire.text('três'))]);
  expect(await fixture.tickets()).toHaveLength(1);
  const { id } = await fixture.conversation();
  expect((await fixture.said(id)).map(({ body }) => body)).toEqual(['um', 'dois', 'três']);
});

test('A message that the company writes on its phone appears in the ticket as its own', async () => {
  const fixture = await CloudFixture.open(host, meta);
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('Oi'))]);
  await meta.webhooks.deliver(fixture.line, [wire.echoed(helena, wire.text('Já respondo'))]);
  const { id } = await fixture.conversation();
  expect((await fixture.said(id)).map(({ body, fromMe }) => [body, fromMe])).toEqual([
    ['Oi', false],
    ['Já respondo', true],
  ]);
});

test('Two numbers of one app share an address, and each message reaches its connection', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const { appId, appSecret, wabaId } = fixture.line;
  const line = meta.line({ appId, appSecret, wabaId });
  const second = await CloudFixture.open(host, meta, { company: fixture.company, line });
  await meta.webhooks.verify(line, fixture.webhook, 'uma-palavra-da-empresa');
  await meta.webhooks.deliver(line, [wire.written(line, helena, wire.text('Para a segunda'))]);
  expect((await fixture.tickets()).map(({ whatsappId }) => whatsappId)).toEqual([second.connectionId]);
});

test('Events of an unknown number change nothing', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const stranger = { ...fixture.line, phoneNumberId: '999' };
  expect(await meta.webhooks.deliver(stranger, [wire.written(stranger, helena, wire.text('Oi'))])).toBe(200);
  expect(await fixture.tickets()).toEqual([]);
});

test('A file is downloaded later when WhatsApp does not deliver it now, and a message whose file is gone reports that', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const id = meta.file(picture, 'image/png');
  meta.refuse({ status: 503, code: 131016, times: 1, fits: ({ path }) => path === id });
  expect(await receivedView(fixture, wire.media('image', id, 'image/png'))).toMatchObject({ mediaType: 'image' });
  const gone = meta.file(picture, 'image/png');
  const stored = meta.state.files.get(gone);
  if (stored) stored.isGone = true;
  await meta.webhooks.deliver(fixture.line, [
    wire.written(fixture.line, helena, wire.media('image', gone, 'image/png', { caption: 'A nota' })),
  ]);
  const ticket = await fixture.conversation();
  const last = await eventually(async () => (await fixture.said(ticket.id))[1]);
  expect(last).toMatchObject({
    body: 'O arquivo foto.png não pôde ser baixado do WhatsApp.\nA nota',
    mediaType: null,
  });
});

test('An address outside Meta never receives the token', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const id = meta.file(picture, 'image/png');
  meta.state.addressOf = () => 'http://169.254.169.254/latest/meta-data';
  try {
    expect((await receivedView(fixture, wire.media('image', id, 'image/png'))).body).toBe(
      'O arquivo foto.png não pôde ser baixado do WhatsApp.',
    );
  } finally {
    meta.state.addressOf = undefined;
  }
});

test.each([
  ['no JSON', '{'],
  ['another object', { object: 'page', entry: [] }],
  ['nothing', ''],
])('A signed call with %s is refused as invalid input', async (_what, body) => {
  const fixture = await CloudFixture.open(host, meta);
  expect(await meta.webhooks.post(fixture.line, body)).toBe(400);
});

test('A call with one broken message stores the others', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const body = wire.envelope(fixture.line, {
    messages: [wire.written(fixture.line, helena, wire.text('Inteira'))],
  }) as { entry: [{ changes: [{ value: { messages: unknown[] } }] }] };
  body.entry[0].changes[0].value.messages.unshift({ type: 'text' }, null, 'text');
  expect(await meta.webhooks.post(fixture.line, body)).toBe(200);
  expect((await fixture.tickets())[0]?.lastMessage).toBe('Inteira');
});

test('A call of 300 messages is stored in one commit, in each customer’s order', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const events = Array.from({ length: 300 }, (_, index) =>
    wire.written(
      fixture.line,
      `55119755${String(index % 50).padStart(5, '0')}`,
      wire.text(`linha ${Math.floor(index / 50)}`),
    ),
  );
  // A location without coordinates cannot be stored.
  events[7] = wire.written(fixture.line, '5511975500007', {
    type: 'location',
    location: { latitude: 95, longitude: 1 },
  });
  expect(await meta.webhooks.deliver(fixture.line, events, { batch: 300 })).toBe(200);
  const rows = await fixture.company.scope('tickets').sql.rows<{ bodies: string[]; commits: number }>(
    sql`select array_agg(body order by id) as bodies, (select count(distinct xmin::text) from tickets.message) as commits
          from tickets.message group by ticket_id`,
  );
  expect(rows).toHaveLength(50);
  const lines = [0, 1, 2, 3, 4, 5].map((index) => `linha ${index}`);
  const usual = rows.filter(({ bodies }) => bodies.join() === lines.join());
  expect(usual).toHaveLength(49);
  expect(rows.find((row) => !usual.includes(row))?.bodies.toSorted()).toEqual([
    expect.stringContaining('não'),
    ...lines.slice(1),
  ]);
  expect(rows[0]?.commits).toBe(1);
});

test('Calls that are tripled, shuffled and batched lose and double nothing, including files', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const start = Date.now() - 600_000;
  const customers = Array.from({ length: 6 }, (_, index) => String(5_511_970_020_000 + index));
  const messages = customers.flatMap((customer) =>
    Array.from({ length: 8 }, (_, index) => {
      const at = new Date(start + index * 5000);
      const isFile = index === 3;
      const body = isFile
        ? wire.media('document', meta.file(paper, 'application/pdf'), 'application/pdf', { filename: `${index}.pdf` })
        : wire.text(`${index}`);
      return wire.written(fixture.line, customer, body, { at });
    }),
  );
  expect(await meta.webhooks.deliver(fixture.line, messages, { times: 3, isShuffled: true, batch: 5 })).toBe(200);
  const found = await eventually(async () => {
    const all = await Promise.all((await fixture.tickets()).map(({ id }) => fixture.said(id)));
    return all.flat().length >= messages.length && all;
  });
  expect(found).toHaveLength(customers.length);
  for (const said of found)
    expect(said.map(({ body, mediaName }) => mediaName ?? body)).toEqual(['0', '1', '2', '3.pdf', '4', '5', '6', '7']);
});
