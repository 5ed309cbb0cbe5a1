import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { room } from '@balcao/sdk/contract';
import type { TestHost } from '@balcao/testing';
import type { WhatsAppNetwork } from './network/network.ts';
import { WhatsAppFixture, openHost, openNetwork, type StoredMessage } from './whatsapp-fixture.ts';
import { oggOpus } from './ogg-opus.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let network: WhatsAppNetwork;
let close: () => void;
let fixture: WhatsAppFixture;
/** Live messages of one ticket. */
const ticketRoom = room<{ uuid: string }>('tickets.ticket');
const maria = '5511988887777';
/** A second of silence, as a phone records it. */
const voice = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(600, 7)]);
let photo: Buffer;

beforeAll(async () => {
  photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#25d366' } })
    .png()
    .toBuffer();
  ({ network, close } = await openNetwork());
  host = await openHost(inject('databaseUrl'));
  network.person(maria).name = 'Maria';
  fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
}, 60_000);
afterAll(async () => {
  await host?.close();
  close?.();
});

const reachedWith = (text: string) =>
  eventually(() =>
    network.reached.find(({ message }) =>
      (message.conversation || message.extendedTextMessage?.text || '').includes(text),
    ),
  );

test('A customer’s message creates a ticket, and the reply reaches their phone and shows blue ticks', async () => {
  const ticketId = await fixture.conversation(maria, 'Preciso de ajuda');
  const written = await fixture.write(ticketId, 'Pois não, Maria');
  const reached = await reachedWith('Pois não, Maria');
  expect(reached).toMatchObject({ from: fixture.number, to: maria });
  const ack = async () => (await fixture.messages(ticketId)).find(({ id }) => id === written.id)?.ack ?? 0;
  await eventually(async () => (await ack()) === 1);
  network.sendReceipt('delivered', reached);
  await eventually(async () => (await ack()) === 2);
  network.sendReceipt('read', reached);
  await eventually(async () => (await ack()) === 3);
  expect(network.undecipherable).toEqual([]);
});

/** Returns the received message with this id. */
const arrived = (ticketId: number, fits: (message: StoredMessage) => boolean): Promise<StoredMessage> =>
  eventually(async () => (await fixture.messages(ticketId)).find(fits));
const bytesOf = async (message: StoredMessage): Promise<Buffer> => {
  const { stream } = await fixture.company
    .scope('tickets')
    .storage.read((message.mediaUrl ?? '').split('/public/')[1] ?? '');
  return Buffer.concat(await stream.toArray());
};
const upload = (name: string, type: string, bytes: Uint8Array, body = ''): FormData => {
  const form = new FormData();
  form.append('body', body);
  form.append('medias', new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
};

test('A photo arrives with its caption, and one of the company reaches the phone byte by byte', async () => {
  const ticketId = await fixture.conversation(maria, 'Vou mandar uma foto');
  const file = await network.media.upload(photo, 'image');
  await network.write(maria, fixture.number, {
    imageMessage: { ...file, mimetype: 'image/png', caption: 'Meu documento' },
  });
  const message = await arrived(ticketId, ({ body }) => body === 'Meu documento');
  expect(message.mediaType).toBe('image');
  expect((await bytesOf(message)).equals(photo)).toBe(true);

  await fixture.admin.call('POST', `/messages/${ticketId}`, upload('recibo.png', 'image/png', photo, 'Recibo'));
  const sent = await eventually(() => network.reached.find(({ message: { imageMessage } }) => imageMessage));
  expect(sent.message.imageMessage?.caption).toContain('Recibo');
  expect((await network.media.fileOf(sent.message)).equals(photo)).toBe(true);
});

test('Voice notes are received and sent, and documents keep their names', async () => {
  const ticketId = await fixture.conversation(maria, 'Agora um áudio');
  const audio = await network.media.upload(voice, 'audio');
  await network.write(maria, fixture.number, {
    audioMessage: { ...audio, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 1 },
  });
  const received = await arrived(ticketId, ({ mediaType }) => mediaType === 'audio');
  expect((await bytesOf(received)).equals(voice)).toBe(true);
  const paper = await network.media.upload(Buffer.from('%PDF-1.4 x'), 'document');
  await network.write(maria, fixture.number, {
    documentMessage: { ...paper, mimetype: 'application/pdf', fileName: 'Contrato assinado.pdf' },
  });
  await arrived(ticketId, (message) => (message as { mediaName?: string }).mediaName === 'Contrato assinado.pdf');
  await fixture.admin.call('POST', `/messages/${ticketId}`, upload('nota.ogg', 'audio/ogg', oggOpus()));
  const sent = await eventually(() => network.reached.find(({ message: { audioMessage } }) => audioMessage));
  expect(sent.message.audioMessage).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus' });
});

test('Stickers, locations and contact cards arrive as what they are, and an unknown kind is announced', async () => {
  const ticketId = await fixture.conversation(maria, 'Onde fica?');
  const picture = await sharp(photo).resize(64, 64).webp().toBuffer();
  const sticker = await network.media.upload(picture, 'image');
  await network.write(maria, fixture.number, { stickerMessage: { ...sticker, mimetype: 'image/webp' } });
  await arrived(ticketId, ({ mediaType }) => mediaType === 'sticker');
  await network.write(maria, fixture.number, {
    locationMessage: { degreesLatitude: -23.55, degreesLongitude: -46.63, name: 'Fórum João Mendes' },
  });
  const place = await arrived(ticketId, ({ dataJson }) => dataJson?.kind === 'location');
  expect(place.dataJson).toMatchObject({ latitude: -23.55, longitude: -46.63, name: 'Fórum João Mendes' });
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana Lima\nTEL;waid=5511911112222:+55 11 91111-2222\nEND:VCARD';
  await network.write(maria, fixture.number, { contactMessage: { displayName: 'Ana Lima', vcard } });
  const card = await arrived(ticketId, ({ dataJson }) => dataJson?.kind === 'contacts');
  expect(card.dataJson).toMatchObject({ contacts: [{ name: 'Ana Lima', numbers: ['5511911112222'] }] });
  await network.write(maria, fixture.number, { groupInviteMessage: { groupName: 'Turma' } });
  await arrived(ticketId, ({ body }) => body.includes('não suportado'));
});

test('A file that the network does not deliver is announced instead of lost', async () => {
  const ticketId = await fixture.conversation(maria, 'Outra foto');
  const file = await network.media.upload(photo, 'image');
  const gone = { ...file, url: 'https://127.0.0.1:1/gone', directPath: '/gone' };
  await network.write(maria, fixture.number, { imageMessage: { ...gone, mimetype: 'image/png', caption: 'Sumiu' } });
  const message = await arrived(ticketId, ({ body }) => body.startsWith('Sumiu'));
  expect(message.body).toContain('não pôde ser baixado');
});

test('A file that breaks off halfway is fetched again, and the connection stays up', async () => {
  const ticketId = await fixture.conversation(maria, 'Mais uma foto');
  const { logins } = network.account(fixture.number);
  const file = await network.media.upload(photo, 'image');
  network.media.breakingAt.set(file.directPath, 1);
  await network.write(maria, fixture.number, { imageMessage: { ...file, mimetype: 'image/png', caption: 'Inteira' } });
  const message = await arrived(ticketId, ({ body }) => body.startsWith('Inteira'));
  expect(message).toMatchObject({ body: 'Inteira', mediaType: 'image' });
  expect(network.media.breakingAt.get(file.directPath)).toBe(0);
  expect(network.account(fixture.number).logins).toBe(logins);
});

test('Replies quote their message on both sides', async () => {
  const ticketId = await fixture.conversation(maria, 'Qual é o prazo?');
  const question = await arrived(ticketId, ({ body }) => body === 'Qual é o prazo?');
  const answered = await fixture.admin.post<StoredMessage>(`/messages/${ticketId}`, {
    body: 'Quinze dias',
    quotedMsg: { id: question.id },
  });
  expect(answered.status).toBe(200);
  const reached = await reachedWith('Quinze dias');
  await arrived(ticketId, ({ id, ack }) => id === answered.body.id && ack > 0);
  const context = reached.message.extendedTextMessage?.contextInfo;
  expect(context?.quotedMessage?.conversation).toBe('Qual é o prazo?');
  await network.write(maria, fixture.number, {
    extendedTextMessage: {
      text: 'Obrigada!',
      contextInfo: { stanzaId: reached.id, participant: network.account(fixture.number).address },
    },
  });
  const thanks = await arrived(ticketId, ({ body }) => body === 'Obrigada!');
  expect(thanks.quotedMsg?.id).toBe(answered.body.id);
});

test('A forwarded message is marked on the phone', async () => {
  const ticketId = await fixture.conversation(maria, 'O laudo saiu hoje');
  const { id } = await arrived(ticketId, ({ body }) => body === 'O laudo saiu hoje');
  const answer = await fixture.admin.post('/messages/forward', { messageIds: [id], ticketIds: [ticketId] });
  expect(answer.status).toBe(200);
  const reached = await reachedWith('O laudo saiu hoje');
  expect(reached.message.extendedTextMessage?.contextInfo).toMatchObject({ isForwarded: true, forwardingScore: 1 });
});

test('A message that a customer forwards is displayed as forwarded, and their own messages are not', async () => {
  const ticketId = await fixture.conversation(maria, 'Recebi isto');
  await network.write(maria, fixture.number, {
    extendedTextMessage: { text: 'Promoção imperdível', contextInfo: { isForwarded: true, forwardingScore: 2 } },
  });
  expect(await arrived(ticketId, ({ body }) => body === 'Promoção imperdível')).toMatchObject({ isForwarded: true });
  expect(await arrived(ticketId, ({ body }) => body === 'Recebi isto')).toMatchObject({ isForwarded: false });
});

test('Typing indicators appear on both sides, and read messages show blue ticks on the phone', async () => {
  const id = await network.write(maria, fixture.number, { conversation: 'Está aí?' });
  const ticket = await fixture.ticketWith('Está aí?');
  await fixture.take(ticket.id);
  const live = await fixture.admin.live();
  await live.join(ticketRoom, { uuid: ticket.uuid });
  network.types(maria, fixture.number, 'composing');
  await live.receives('presence', ({ state }) => state === 'composing', 15_000);
  await live.send(ticketRoom, { uuid: ticket.uuid }, 'typing', { state: 'composing' });
  await eventually(() => network.states.some(({ to, state }) => to === maria && state === 'composing'));
  await fixture.messages(ticket.id);
  await fixture.admin.put(`/tickets/${ticket.uuid}/read`);
  await eventually(() => network.receipts.some((receipt) => receipt.id === id && receipt.type === 'read'));
});

test('A message that the company writes on its own phone appears in the ticket as the company’s', async () => {
  const ticketId = await fixture.conversation(maria, 'Pode responder pelo celular');
  await network.writeAsCompany(fixture.number, maria, { conversation: 'Respondi pelo celular' });
  const own = await arrived(ticketId, ({ body }) => body === 'Respondi pelo celular');
  expect(own.fromMe).toBe(true);
});

test('A person who writes by an id alone and then with a number is one contact', async () => {
  const [shy, name] = ['5511955554444', 'Joana'];
  Object.assign(network.person(shy), { name, hidesNumber: true });
  await network.write(shy, fixture.number, { conversation: 'Sem número' });
  const before = await fixture.ticketWith('Sem número');
  expect(before.contact.number).toBe('');
  network.person(shy).hidesNumber = false;
  await network.write(shy, fixture.number, { conversation: 'Com número' });
  await fixture.ticketWith('Com número');
  // Fetched once the message has arrived: an earlier list may not have the number yet.
  const after = await fixture.ticketWith('Com número');
  expect(after.contact).toMatchObject({ id: before.contact.id, number: shy });
  await fixture.take(after.id);
  await fixture.write(after.id, 'Oi, Joana');
  expect(await reachedWith('Oi, Joana')).toMatchObject({ to: shy });
});

test('A new contact needs a number that has WhatsApp', async () => {
  network.person('5511900001234').isAbsent = true;
  const refused = await fixture.admin.post<{ error: string }>('/contacts', {
    name: 'Ninguém',
    number: '5511900001234',
  });
  expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_CHECK_NUMBER' } });
  const stored = await fixture.admin.post('/contacts', { name: 'Alguém', number: '5511900005678' });
  expect(stored.status).toBe(200);
});

test('A group is one ticket where the company enables that, with the names of the authors', async () => {
  const groups = await WhatsAppFixture.open(host, network, { allowGroup: true, groupAsTicket: 'enabled' });
  await groups.link();
  const [ana, bia] = ['5511933330001', '5511933330002'];
  network.person(ana).name = 'Ana';
  network.person(bia).name = 'Bia';
  network.groups.set('120363000000000001', {
    id: '120363000000000001',
    subject: 'Condomínio',
    members: [groups.number, ana, bia],
  });
  await network.writeToGroup(ana, groups.number, '120363000000000001', { conversation: 'Bom dia, grupo' });
  const ticket = await groups.ticketWith('Bom dia, grupo');
  expect(ticket).toMatchObject({ isGroup: true, contact: { name: 'Condomínio' } });
  await network.writeToGroup(bia, groups.number, '120363000000000001', { conversation: 'Bom dia, Ana' });
  const second = await eventually(async () =>
    (await groups.messages(ticket.id)).find(({ body }) => body === 'Bom dia, Ana'),
  );
  expect(second).toMatchObject({ participant: 'Bia' });
  await groups.take(ticket.id);
  await groups.write(ticket.id, 'Olá a todos');
  expect(await reachedWith('Olá a todos')).toMatchObject({ to: '120363000000000001' });
});

test('Messages of a group’s members create no ticket while groups are disabled', async () => {
  const group = '120363000000000002';
  network.groups.set(group, { id: group, subject: 'Família', members: [fixture.number, maria] });
  await network.writeToGroup(maria, fixture.number, group, { conversation: 'Só entre nós' });
  await fixture.conversation(maria, 'Depois do grupo');
  for (const { id } of await fixture.tickets())
    expect((await fixture.messages(id)).filter(({ body }) => body === 'Só entre nós')).toEqual([]);
});
