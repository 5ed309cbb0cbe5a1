import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestHost } from '@balcao/sdk/testing';
import type { WhatsAppNetwork } from './network/network.ts';
import type { PastChat } from './network/history.ts';
import { eventually, Office, openHost, openNetwork, type KeptMessage, type KeptTicket } from './office.ts';

let host: TestHost;
let network: WhatsAppNetwork;
let close: () => void;

beforeAll(async () => {
  ({ network, close } = await openNetwork());
  host = await openHost(inject('databaseUrl'));
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

/** Kinds of parts, as telephones tell them. */
const [bootstrap, full] = [0, 2];

interface Import {
  importProgress: { state: string; done: number; total: number | null } | null;
}
const importOf = async ({ admin, connectionId }: Office): Promise<Import['importProgress']> =>
  (await admin.get<Import>(`/whatsapp/${connectionId}`)).body.importProgress;
const isDone = (office: Office) => eventually(async () => (await importOf(office))?.state === 'done', 2_400);

const allTickets = async ({ admin }: Office): Promise<KeptTicket[]> => {
  const found = await Promise.all(
    ['pending', 'open', 'closed'].map(async (status) => {
      const { body } = await admin.get<{ tickets: KeptTicket[] }>(`/tickets?showAll=true&status=${status}`);
      return body.tickets;
    }),
  );
  return found.flat();
};
const waiting = async ({ connectionId }: Office): Promise<number> => {
  const { rows } = await host.kernel.database.owner.query<{ n: number }>(
    'select count(*)::int as n from channel_whatsapp.past where connection_id = $1',
    [connectionId],
  );
  return rows[0]?.n ?? 0;
};

test('what was said in the days the company chose is taken over from the telephone, in order and with its files', async () => {
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#285' } })
    .png()
    .toBuffer();
  const office = await Office.open(host, network, {
    importOldMessages: ago(30).toISOString(),
    importRecentMessages: new Date().toISOString(),
  });
  await office.link();
  const file = await network.media.upload(photo, 'image');
  const recent: PastChat[] = [
    {
      jid: jidOf(maria),
      name: 'Maria da Padaria',
      messages: [
        said('PAST03', ago(2), 'Três'),
        { id: 'PAST04', at: ago(1), message: { imageMessage: { ...file, mimetype: 'image/png', caption: 'Quatro' } } },
      ],
    },
  ];
  const older: PastChat[] = [
    {
      jid: jidOf(maria),
      messages: [
        said('PAST00', ago(90), 'Zero'),
        said('PAST01', ago(9), 'Um'),
        said('PAST02', ago(8), 'Dois', { fromMe: true }),
      ],
    },
    { jid: jidOf(joao), messages: [said('PAST05', ago(4), 'De João')] },
    { jid: '120363000000000077@g.us', messages: [said('PAST06', ago(3), 'Em um grupo', { participant: jidOf(joao) })] },
  ];
  await network.sendHistory(office.number, recent, { type: bootstrap });
  await network.sendHistory(office.number, older, { type: full, part: 1 });
  await isDone(office);
  const tickets = await allTickets(office);
  const ticket = tickets.find(({ contact }) => contact.number === maria);
  const messages = await office.messages(ticket?.id ?? 0);
  expect(messages.map(({ body, fromMe }) => [body, fromMe])).toEqual([
    ['Um', false],
    ['Dois', true],
    ['Três', false],
    ['Quatro', false],
  ]);
  const { stream } = await office.company
    .scope('tickets')
    .storage.read((messages.at(-1)?.mediaUrl ?? '').split('/public/')[1] ?? '');
  expect(Buffer.concat(await stream.toArray()).equals(photo)).toBe(true);
  expect(tickets.filter(({ isGroup }) => isGroup)).toEqual([]);
  expect(await importOf(office)).toMatchObject({ state: 'done', done: 5, total: 5 });
  // Nobody is answered, and nothing of it is kept a second time.
  expect(network.reached.filter(({ from }) => from === office.number)).toEqual([]);
  expect(await waiting(office)).toBe(0);
});

test('groups are taken over where the company wants them too', async () => {
  const office = await Office.open(host, network, {
    allowGroup: true,
    groupAsTicket: 'enabled',
    importOldMessages: ago(30).toISOString(),
    importRecentMessages: new Date().toISOString(),
    importOldMessagesGroups: true,
  });
  const group = '120363000000000078';
  network.groups.set(group, { id: group, subject: 'Família', members: [office.number, joao] });
  await office.link();
  const messages = [said('PASTG1', ago(3), 'Domingo tem almoço', { participant: jidOf(joao) })];
  await network.sendHistory(office.number, [{ jid: `${group}@g.us`, messages }], { type: full });
  await isDone(office);
  const ticket = (await allTickets(office)).find(({ isGroup }) => isGroup);
  expect(ticket?.contact.name).toBe('Família');
  const bodies = (await office.messages(ticket?.id ?? 0)).map(({ body }: KeptMessage) => body);
  expect(bodies).toEqual(['Domingo tem almoço']);
});

test('where nobody asked for old messages none is kept, and a link that breaks meanwhile loses none that was asked for', async () => {
  const plain = await Office.open(host, network);
  await plain.link();
  const chat = (body: string): PastChat[] => [
    { jid: jidOf(maria), name: 'Maria', messages: [said(`P-${body}`, ago(2), body)] },
  ];
  await network.sendHistory(plain.number, chat('Ninguém quis'), { type: bootstrap });
  await plain.conversation(maria, 'Agora');
  expect(await waiting(plain)).toBe(0);

  const office = await Office.open(host, network, {
    importOldMessages: ago(30).toISOString(),
    importRecentMessages: new Date().toISOString(),
  });
  await office.link();
  await network.sendHistory(office.number, chat('Primeira'), { type: bootstrap });
  network.cut(office.number);
  await eventually(() => network.isUp(office.number), 4_000);
  await network.sendHistory(office.number, chat('Segunda'), { type: full, part: 1 });
  await isDone(office);
  const ticket = (await allTickets(office)).find(({ contact }) => contact.number === maria);
  expect((await office.messages(ticket?.id ?? 0)).map(({ body }) => body).toSorted()).toEqual(['Primeira', 'Segunda']);
});

test('contacts are imported from the telephone with the names of its address book', async () => {
  const office = await Office.open(host, network);
  await office.link();
  await network.sendHistory(
    office.number,
    [
      { jid: jidOf('5511933330011'), name: 'Tia Lúcia' },
      { jid: jidOf('5511933330012'), name: 'Seu Jorge', lid: '95511933330012@lid' },
      { jid: '120363000000000079@g.us', name: 'Um grupo' },
    ],
    { type: bootstrap },
  );
  await network.sendHistory(
    office.number,
    [
      { jid: jidOf('5511933330011'), name: 'lu' },
      { jid: jidOf('5511933330013'), name: 'Quim' },
    ],
    { type: 4 },
  );
  interface Started {
    id: number;
  }
  const found = async () =>
    (await office.admin.get<{ contacts: { name: string; number: string }[] }>('/contacts')).body.contacts
      .map(({ name, number }) => [name, number])
      .toSorted();
  await eventually(async () => {
    const { rows } = await host.kernel.database.owner.query<{ n: number }>(
      `select count(*)::int as n from channel_whatsapp.key where connection_id = $1 and kind in ('person', 'push-name')`,
      [office.connectionId],
    );
    return rows[0]?.n === 4;
  });
  const { body } = await office.admin.post<Started>('/contacts/import', { whatsappId: office.connectionId });
  expect(body).toBeTruthy();
  await eventually(async () => (await found()).length === 3);
  expect(await found()).toEqual([
    ['Quim', '5511933330013'],
    ['Seu Jorge', '5511933330012'],
    ['Tia Lúcia', '5511933330011'],
  ]);
});
