import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import type { WhatsAppNetwork } from './network/network.ts';
import type { HistoryChat } from './network/history.ts';
import { WhatsAppFixture, openHost, openNetwork, type StoredMessage, type StoredTicket } from './whatsapp-fixture.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
const lines: string[] = [];
let network: WhatsAppNetwork;
let close: () => void;

beforeAll(async () => {
  ({ network, close } = await openNetwork());
  host = await openHost(inject('databaseUrl'), (line) => lines.push(line));
}, 60_000);
afterAll(async () => {
  await host?.close();
  close?.();
});

const day = 24 * 60 * 60_000;
const ago = (days: number): Date => new Date(Date.now() - days * day);
const [maria, joao] = ['5511933330001', '5511933330002'];
const jidOf = (number: string): string => `${number}@s.whatsapp.net`;
const said = (id: string, at: Date, text: string, more: { fromMe?: boolean; participant?: string } = {}) => ({
  id,
  at,
  message: { conversation: text },
  ...more,
});

/** Kinds of parts, as phones number them. */
const [bootstrap, full, recent, pushNames] = [0, 2, 3, 4];

interface Import {
  importProgress: { state: string; done: number; total: number | null } | null;
}
const importOf = async ({ admin, connectionId }: WhatsAppFixture): Promise<Import['importProgress']> =>
  (await admin.get<Import>(`/whatsapp/${connectionId}`)).body.importProgress;
const isDone = (fixture: WhatsAppFixture) => eventually(async () => (await importOf(fixture))?.state === 'done');

const allTickets = async ({ admin }: WhatsAppFixture): Promise<StoredTicket[]> => {
  const found = await Promise.all(
    ['pending', 'open', 'closed'].map(async (status) => {
      const { body } = await admin.get<{ tickets: StoredTicket[] }>(`/tickets?showAll=true&status=${status}`);
      return body.tickets;
    }),
  );
  return found.flat();
};
const waiting = async ({ connectionId }: WhatsAppFixture): Promise<number> => {
  const { rows } = await host.kernel.database.owner.query<{ n: number }>(
    'select count(*)::int as n from channel_whatsapp.history where connection_id = $1',
    [connectionId],
  );
  return rows[0]?.n ?? 0;
};

test('Messages of the chosen period are imported from the phone, in order and with their files', async () => {
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#285' } })
    .png()
    .toBuffer();
  const fixture = await WhatsAppFixture.open(host, network, {
    importOldMessages: ago(30).toISOString(),
    importRecentMessages: new Date().toISOString(),
  });
  await fixture.link();
  const file = await network.media.upload(photo, 'image');
  const newest: HistoryChat[] = [
    {
      jid: jidOf(maria),
      name: 'Maria da Padaria',
      messages: [
        said('PAST03', ago(2), 'Três'),
        { id: 'PAST04', at: ago(1), message: { imageMessage: { ...file, mimetype: 'image/png', caption: 'Quatro' } } },
      ],
    },
  ];
  const older: HistoryChat[] = [
    { jid: jidOf(maria), messages: [said('PAST00', ago(90), 'Zero'), said('PAST01', ago(9), 'Um')] },
    { jid: '120363000000000077@g.us', messages: [said('PAST06', ago(3), 'Em um grupo', { participant: jidOf(joao) })] },
  ];
  await network.sendHistory(fixture.number, newest, { type: bootstrap });
  await network.sendHistory(fixture.number, [{ jid: jidOf(joao), name: 'João' }], { type: pushNames });
  await network.sendHistory(
    fixture.number,
    [{ jid: jidOf(maria), messages: [said('PAST02', ago(8), 'Dois', { fromMe: true })] }],
    { type: recent, part: 1 },
  );
  await network.sendHistory(fixture.number, older, { type: full, part: 1, progress: 60 });
  await network.sendHistory(fixture.number, [{ jid: jidOf(joao), messages: [said('PAST05', ago(4), 'De João')] }], {
    type: full,
    part: 2,
    progress: 100,
  });
  await isDone(fixture);
  const tickets = await allTickets(fixture);
  const ticket = tickets.find(({ contact }) => contact.number === maria);
  const messages = await fixture.messages(ticket?.id ?? 0);
  expect(messages.map(({ body, fromMe }) => [body, fromMe])).toEqual([
    ['Um', false],
    ['Dois', true],
    ['Três', false],
    ['Quatro', false],
  ]);
  const { stream } = await fixture.company
    .scope('tickets')
    .storage.read((messages.at(-1)?.mediaUrl ?? '').split('/public/')[1] ?? '');
  expect(Buffer.concat(await stream.toArray()).equals(photo)).toBe(true);
  expect(tickets.filter(({ isGroup }) => isGroup)).toEqual([]);
  expect(await importOf(fixture)).toMatchObject({ state: 'done', done: 5, total: 5 });
  // Nothing is sent, and nothing remains stored a second time.
  expect(network.reached.filter(({ from }) => from === fixture.number)).toEqual([]);
  expect(await waiting(fixture)).toBe(0);
});

test('Groups are imported where the company enables them', async () => {
  const fixture = await WhatsAppFixture.open(host, network, {
    allowGroup: true,
    groupAsTicket: 'enabled',
    importOldMessages: ago(30).toISOString(),
    importRecentMessages: new Date().toISOString(),
    importOldMessagesGroups: true,
  });
  const group = '120363000000000078';
  network.groups.set(group, { id: group, subject: 'Família', members: [fixture.number, joao] });
  await fixture.link();
  const messages = [said('PASTG1', ago(3), 'Domingo tem almoço', { participant: jidOf(joao) })];
  await network.sendHistory(fixture.number, [{ jid: `${group}@g.us`, messages }], { type: full });
  await isDone(fixture);
  const ticket = (await allTickets(fixture)).find(({ isGroup }) => isGroup);
  expect(ticket?.contact.name).toBe('Família');
  const bodies = (await fixture.messages(ticket?.id ?? 0)).map(({ body }: StoredMessage) => body);
  expect(bodies).toEqual(['Domingo tem almoço']);
});

test('Without an import no history is stored, and a socket that breaks during an import loses nothing', async () => {
  const plain = await WhatsAppFixture.open(host, network);
  await plain.link();
  const chat = (body: string): HistoryChat[] => [
    { jid: jidOf(maria), name: 'Maria', messages: [said(`P-${body}`, ago(2), body)] },
  ];
  await network.sendHistory(plain.number, chat('Ninguém quis'), { type: bootstrap });
  await plain.conversation(maria, 'Agora');
  expect(await waiting(plain)).toBe(0);

  const fixture = await WhatsAppFixture.open(host, network, {
    importOldMessages: ago(30).toISOString(),
    importRecentMessages: new Date().toISOString(),
  });
  await fixture.link();
  await network.sendHistory(fixture.number, chat('Primeira'), { type: bootstrap });
  network.cut(fixture.number);
  await eventually(() => network.isUp(fixture.number), 100_000);
  await network.sendHistory(fixture.number, chat('Segunda'), { type: full, part: 1 });
  await isDone(fixture);
  const ticket = (await allTickets(fixture)).find(({ contact }) => contact.number === maria);
  expect((await fixture.messages(ticket?.id ?? 0)).map(({ body }) => body).toSorted()).toEqual(['Primeira', 'Segunda']);
});

const namesKept = async ({ connectionId }: WhatsAppFixture): Promise<number> => {
  const { rows } = await host.kernel.database.owner.query<{ n: number }>(
    `select count(*)::int as n from channel_whatsapp.key where connection_id = $1 and kind in ('person', 'push-name')`,
    [connectionId],
  );
  return rows[0]?.n ?? 0;
};

/** Returns the imported messages of a customer, once all are imported. */
const importedTexts = async (fixture: WhatsAppFixture, number = maria): Promise<string[]> => {
  await isDone(fixture);
  const ticket = (await allTickets(fixture)).find(({ contact }) => contact.number === number);
  return (await fixture.messages(ticket?.id ?? 0)).map(({ body }) => body);
};
const fixtureWithHistory = async (): Promise<WhatsAppFixture> => {
  const fixture = await WhatsAppFixture.open(host, network, {
    importOldMessages: ago(30).toISOString(),
    importRecentMessages: new Date().toISOString(),
  });
  await fixture.link();
  return fixture;
};
const one = (id: string, days: number): HistoryChat[] => [
  { jid: jidOf(maria), messages: [said(`${id}-${days}`, ago(days), id)] },
];

test('Parts of the history that arrive inside a message are imported, too', async () => {
  const fixture = await fixtureWithHistory();
  await network.sendHistory(fixture.number, one('Dentro', 3), { type: bootstrap, inline: true });
  await network.sendHistory(fixture.number, one('Fora', 2), { type: full });
  expect(await importedTexts(fixture)).toEqual(['Dentro', 'Fora']);
});

test('A part whose file the media server refuses for a while is fetched again, and nothing is lost', async () => {
  const fixture = await fixtureWithHistory();
  await network.sendHistory(fixture.number, one('Primeira', 4), { type: bootstrap, failing: 2 });
  await network.sendHistory(fixture.number, one('Segunda', 3), { type: recent, part: 1, failing: 1 });
  await network.sendHistory(fixture.number, one('Terceira', 2), { type: full, part: 1, progress: 50, failing: 1 });
  await network.sendHistory(fixture.number, one('Quarta', 1), { type: full, part: 2, failing: 3 });
  expect(await importedTexts(fixture)).toEqual(['Primeira', 'Segunda', 'Terceira', 'Quarta']);
  expect(await waiting(fixture)).toBe(0);
});

test('Every failed attempt to store a part of the history is logged with its connection, and without any content', async () => {
  const fixture = await fixtureWithHistory();
  await network.sendHistory(fixture.number, one('Segredo', 2), { type: full, part: 1, progress: 50, failing: 2 });
  await network.sendHistory(fixture.number, one('Perdida', 1), { type: full, part: 2, isForgotten: true });
  expect(await importedTexts(fixture)).toEqual(['Segredo']);
  const failures = lines
    .filter((line) => line.includes('part of the history could not be stored'))
    .map((line) => JSON.parse(line) as { connection: number; attempt: number; willRetry: boolean; status: unknown })
    .filter(({ connection }) => connection === fixture.connectionId);
  expect(failures.map(({ attempt, willRetry }) => [attempt, willRetry])).toEqual([
    [1, true],
    [2, true],
    [1, false],
  ]);
  expect(failures.at(-1)?.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(failures)).not.toMatch(/Segredo|https?:/);
});

test('A part whose file could not be fetched before the socket broke is fetched over the next one', async () => {
  const fixture = await fixtureWithHistory();
  const path = await network.sendHistory(fixture.number, one('Primeira', 4), { type: recent, failing: 1_000_000 });
  await eventually(() => (network.media.failingAt.get(path) ?? 0) < 1_000_000);
  network.cut(fixture.number);
  await eventually(() => !network.isUp(fixture.number));
  network.media.failingAt.delete(path);
  await eventually(() => network.isUp(fixture.number), 100_000);
  await network.sendHistory(fixture.number, one('Segunda', 3), { type: full, part: 1 });
  expect(await importedTexts(fixture)).toEqual(['Primeira', 'Segunda']);
});

test('A part whose file breaks off halfway is fetched again, and the connection stays up', async () => {
  const fixture = await fixtureWithHistory();
  const { logins } = network.account(fixture.number);
  await network.sendHistory(fixture.number, one('Primeira', 4), { type: recent, breaking: 2 });
  await network.sendHistory(fixture.number, one('Segunda', 3), { type: full, part: 1, breaking: 1 });
  expect(await importedTexts(fixture)).toEqual(['Primeira', 'Segunda']);
  expect(network.account(fixture.number).logins).toBe(logins);
});

test('A part that WhatsApp has deleted neither delays the others nor blocks the import', async () => {
  const fixture = await fixtureWithHistory();
  await network.sendHistory(fixture.number, one('Perdida', 4), { type: recent, isForgotten: true });
  await network.sendHistory(fixture.number, one('Guardada', 3), { type: full, part: 1, progress: 50 });
  await network.sendHistory(fixture.number, one('Também perdida', 2), { type: full, part: 2, isForgotten: true });
  expect(await importedTexts(fixture)).toEqual(['Guardada']);
});

test('Contacts are imported from the phone with the names of its address book', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  await network.sendHistory(
    fixture.number,
    [
      { jid: jidOf('5511933330011'), name: 'Tia Lúcia' },
      { jid: jidOf('5511933330012'), name: 'Seu Jorge', lid: '95511933330012@lid' },
      { jid: '120363000000000079@g.us', name: 'Um grupo' },
      // Not in the address book: the names that people chose themselves identify them.
      { jid: jidOf('5511933330014'), lid: '95511933330014@lid' },
    ],
    { type: bootstrap },
  );
  await network.sendHistory(fixture.number, [{ jid: jidOf('5511933330015'), name: 'Dona Rita' }], {
    type: recent,
    part: 1,
  });
  await network.sendHistory(
    fixture.number,
    [
      { jid: jidOf('5511933330011'), name: 'lu' },
      { jid: jidOf('5511933330013'), name: 'Quim' },
      { jid: '95511933330014@lid', name: 'Bia' },
    ],
    { type: pushNames },
  );
  interface Started {
    id: number;
  }
  const found = async () =>
    (await fixture.admin.get<{ contacts: { name: string; number: string }[] }>('/contacts')).body.contacts
      .map(({ name, number }) => [name, number])
      .toSorted();
  await eventually(async () => (await namesKept(fixture)) === 6);
  const { body } = await fixture.admin.post<Started>('/contacts/import', { whatsappId: fixture.connectionId });
  expect(body).toBeTruthy();
  await eventually(async () => (await found()).length === 5);
  expect(await found()).toEqual([
    ['Bia', '5511933330014'],
    ['Dona Rita', '5511933330015'],
    ['Quim', '5511933330013'],
    ['Seu Jorge', '5511933330012'],
    ['Tia Lúcia', '5511933330011'],
  ]);
});
