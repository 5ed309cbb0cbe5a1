import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import type { WhatsAppNetwork } from './network/network.ts';
import { WhatsAppFixture, openHost, openNetwork, type StoredMessage } from './whatsapp-fixture.ts';
import { oggOpus } from './ogg-opus.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let network: WhatsAppNetwork;
let close: () => void;
let fixture: WhatsAppFixture;

const picture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 96, height: 96, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  ({ network, close } = await openNetwork());
  host = await openHost(inject('databaseUrl'));
  fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
}, 60_000);
afterAll(async () => {
  await host?.close();
  close?.();
});

interface Found {
  id: number;
  name: string;
  number: string;
  profilePicUrl: string | null;
}
const contactOf = async (of: WhatsAppFixture, number: string): Promise<Found | undefined> =>
  (await of.admin.get<{ contacts: Found[] }>(`/contacts?searchParam=${number}`)).body.contacts.find(
    (contact) => contact.number === number,
  );

test('A code that is typed into the phone links the device as a scanned one does', async () => {
  const typed = await WhatsAppFixture.open(host, network);
  await typed.code();
  const path = `/whatsapp-connections/${typed.connectionId}/pairing-code`;
  const { status, body } = await typed.admin.post<{ code: string }>(path, { number: `+${typed.number}` });
  expect(status).toBe(200);
  expect(body.code).toMatch(/^[A-Z0-9]{8}$/);
  await eventually(async () => {
    try {
      await network.type(body.code, typed.number);
      return true;
    } catch {
      return false;
    }
  });
  await typed.becomes('CONNECTED');
  await typed.conversation('5511944440001', 'Liguei pelo código');
  // There is nothing to link any more.
  expect((await typed.admin.post(path, { number: typed.number })).status).toBe(409);
});

test('A code is generated for a number, and only for people with the permission to pair', async () => {
  const path = `/whatsapp-connections/${fixture.connectionId}/pairing-code`;
  for (const number of ['', '123', '1'.repeat(20), 55, null])
    expect((await fixture.admin.post(path, { number })).status).toBe(400);
  const stranger = await WhatsAppFixture.open(host, network);
  expect((await stranger.admin.post(path, { number: fixture.number })).status).toBe(404);
  const attendant = await fixture.company.person('user', 'Rui');
  expect((await attendant.post(path, { number: fixture.number })).status).toBe(403);
});

test('A call is refused as soon as the company enables that, and the caller gets the reason', async () => {
  const caller = '5511944440002';
  network.call(caller, fixture.number);
  const settings = { call: 'disabled', whatsappRejectCallsMessage: 'Não atendemos ligações. Escreva!' };
  const strict = await WhatsAppFixture.open(host, network);
  await strict.link();
  await eventually(() => network.isUp(strict.number));
  for (const [key, value] of Object.entries(settings))
    expect((await strict.admin.put(`/settings/${key}`, { value })).status).toBe(200);
  const call = network.call(caller, strict.number);
  await eventually(() => network.refusedCalls.includes(call));
  const received = await eventually(() =>
    network.reached.find(({ from, to }) => from === strict.number && to === caller),
  );
  expect(received.message.conversation || received.message.extendedTextMessage?.text).toBe(
    'Não atendemos ligações. Escreva!',
  );
  expect(network.refusedCalls).toEqual([call]);
});

test('A person who writes is shown with their current picture, and with none after they remove it', async () => {
  const nadia = '5511944440003';
  const [first, second] = [await picture('#c02'), await picture('#02c')];
  await network.showPicture(nadia, first);
  await fixture.conversation(nadia, 'Oi, é a Nádia');
  const shown = async (): Promise<string | null | undefined> => (await contactOf(fixture, nadia))?.profilePicUrl;
  const bytesOf = async (path: string): Promise<Buffer> => {
    const { stream } = await fixture.company.scope('channel-whatsapp').storage.read(path);
    return Buffer.concat(await stream.toArray());
  };
  const before = await eventually(async () => (await shown()) ?? undefined);
  expect((await bytesOf(before)).equals(first)).toBe(true);
  await network.showPicture(nadia, second);
  const after = await eventually(async () => {
    const path = (await shown()) ?? undefined;
    return path !== before && path;
  });
  expect((await bytesOf(after)).equals(second)).toBe(true);
  // The former file goes once the new one is shown.
  const reasonOf = (path: string): Promise<string> => bytesOf(path).then(() => '', String);
  await eventually(async () => (await reasonOf(before)).includes('ERR_NO_FILE_FOUND'));
  await network.showPicture(nadia, undefined);
  await eventually(async () => (await shown()) === null);
});

test('A file that is no picture is not used as one', async () => {
  const eva = '5511944440004';
  await network.showPicture(eva, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'));
  await fixture.conversation(eva, 'Oi, é a Eva');
  await fixture.conversation('5511944440005', 'E depois dela outro');
  expect((await contactOf(fixture, eva))?.profilePicUrl).toBeNull();
});

/** A program in place of ffmpeg: the test proves that it is called, and that its output is sent. */
const standIn = async (script: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-stand-in-'));
  const program = join(folder, 'ffmpeg');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  return program;
};
const programBefore = process.env['FFMPEG_PATH'];
afterEach(() => {
  if (programBefore === undefined) delete process.env['FFMPEG_PATH'];
  else process.env['FFMPEG_PATH'] = programBefore;
});
const mp3 = Buffer.concat([
  Buffer.from('ID3\u0004\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(20_000),
]);
const record = async (ticketId: number): Promise<void> => {
  const form = new FormData();
  form.append('body', '');
  form.append('medias', new Blob([new Uint8Array(mp3)], { type: 'audio/mpeg' }), 'gravacao.mp3');
  expect((await fixture.admin.call('POST', `/messages/${ticketId}`, form)).status).toBe(200);
};
const audioTo = (customer: string) =>
  eventually(() => network.reached.find(({ to, message }) => to === customer && message.audioMessage)?.message);

test('A recording is sent as a voice note if a program converts it', async () => {
  const customer = '5511944440006';
  const voice = join(tmpdir(), `balcao-voice-${process.pid}.ogg`);
  await writeFile(voice, oggOpus());
  const program = await standIn(`for last in "$@"; do :; done; cp "${voice}" "$last"`);
  process.env['FFMPEG_PATH'] = program;
  try {
    await record(await fixture.conversation(customer, 'Manda um áudio'));
    const message = await audioTo(customer);
    expect(message.audioMessage).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus' });
    expect((await network.media.fileOf(message)).equals(oggOpus())).toBe(true);
  } finally {
    await rm(join(program, '..'), { recursive: true });
    await rm(voice);
  }
});

test.each([
  ['there is no such program', '/nonexistent/ffmpeg'],
  ['the program cannot read it', 'false'],
])('A recording is sent as an audio file where %s', async (why, program) => {
  const customer = program === 'false' ? '5511944440007' : '5511944440008';
  process.env['FFMPEG_PATH'] = program;
  await record(await fixture.conversation(customer, `Manda outro áudio porque ${why}`));
  const message = await audioTo(customer);
  expect(message.audioMessage?.mimetype).toBe('audio/mpeg');
  expect(message.audioMessage?.ptt).not.toBe(true);
  expect((await network.media.fileOf(message)).equals(mp3)).toBe(true);
});

test('Messages of group members show blue ticks for each of them, and the company’s when all have read them', async () => {
  const groups = await WhatsAppFixture.open(host, network, { allowGroup: true, groupAsTicket: 'enabled' });
  await groups.link();
  const [ana, bia] = ['5511944440011', '5511944440012'];
  const group = '120363000000000044';
  network.groups.set(group, { id: group, subject: 'Obra', members: [groups.number, ana, bia] });
  const first = await network.writeToGroup(ana, groups.number, group, { conversation: 'Chegou o cimento' });
  const ticket = await groups.ticketWith('Chegou o cimento');
  const second = await network.writeToGroup(bia, groups.number, group, { conversation: 'E a areia' });
  await eventually(async () => (await groups.messages(ticket.id)).some(({ body }) => body === 'E a areia'));
  await groups.take(ticket.id);
  await groups.messages(ticket.id);
  await groups.admin.put(`/tickets/${ticket.uuid}/read`);
  const readOf = (id: string) =>
    eventually(() => network.receipts.find((receipt) => receipt.id === id && receipt.type === 'read'));
  expect(await readOf(first)).toMatchObject({ number: group, member: ana });
  expect(await readOf(second)).toMatchObject({ number: group, member: bia });

  const { id } = await groups.write(ticket.id, 'Obrigado a todos');
  const reached = await eventually(() =>
    network.reached.find(({ from, to }) => from === groups.number && to === group),
  );
  const ack = async (): Promise<number | undefined> =>
    (await groups.messages(ticket.id)).find((message: StoredMessage) => message.id === id)?.ack;
  await eventually(async () => (await ack()) === 1);
  network.sendReceipt('read', reached, ana);
  network.sendReceipt('delivered', reached, bia);
  await eventually(async () => (await ack()) === 2);
  network.sendReceipt('read', reached, bia);
  await eventually(async () => (await ack()) === 3);
});
