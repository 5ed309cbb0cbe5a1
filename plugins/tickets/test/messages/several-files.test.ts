import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql, type StoredFile } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage, type Media } from '@balcao/connections/contract';
import { tickets, type FoundMessage, type MessageView, type OutgoingMessage } from '../../contract.ts';
import { conversations } from '../../server/personal-data.ts';
import { Attendance, startAttendance } from '../attendance.ts';
import { provider } from '../channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const scope = (desk: Attendance) => desk.company.scope('tickets');
const kept = (desk: Attendance, name: string): Promise<StoredFile> =>
  scope(desk).storage.store({ name, body: name.endsWith('.png') ? png : Buffer.from(`texto de ${name}`) });
const media = async (desk: Attendance, name: string): Promise<Media> => {
  const file = await kept(desk, name);
  return { ...file, type: name.endsWith('.png') ? 'image' : 'document' };
};
const fileCount = async (desk: Attendance): Promise<number> => {
  const { rows } = await host.kernel.database.owner.query(`select from kernel.file where company_id = $1`, [
    desk.company.id,
  ]);
  return rows.length;
};
const files = (desk: Attendance, ...names: string[]): Promise<StoredFile[]> =>
  Promise.all(names.map((name) => kept(desk, name)));
const send = (desk: Attendance, ticketId: number, message: OutgoingMessage): Promise<MessageView> =>
  scope(desk).use(tickets).send(ticketId, message);
const names = (message: Pick<MessageView, 'files'> | undefined): string[] | undefined =>
  message?.files.map(({ name }) => name);

/** A company whose channel accepts three files per message. */
const mailDesk = async (): Promise<Attendance> => {
  const desk = await Attendance.of(host);
  await desk.company
    .scope('connections')
    .sql.run(sql`update connections.connection set channel = 'test-mail' where id = ${desk.connectionId}`);
  return desk;
};
let counter = 0;
const mail = (desk: Attendance, more: Partial<InboundMessage>) => {
  counter += 1;
  return scope(desk)
    .use(channelInbox)
    .message(desk.connectionId, {
      externalId: `files-${counter}`,
      from: { channel: 'test-mail', scope: '', kind: 'email', value: `cliente${counter}@example.com` },
      name: 'Helena',
      body: '',
      sentAt: new Date(),
      ...more,
    });
};
const taken = (desk: Attendance) => provider.accepted.filter(({ connectionId }) => connectionId === desk.connectionId);

describe('A message of a customer with several files', () => {
  it('A message with several files is one message with all of them in order, found by the name of each and in the gallery of each kind', async () => {
    const desk = await mailDesk();
    const medias = [
      await media(desk, 'fachada.png'),
      await media(desk, 'laudo.txt'),
      await media(desk, 'procuração.txt'),
    ];
    const { ticketId } = await mail(desk, { body: 'Seguem os documentos', medias });
    const [message] = await desk.messages(ticketId);
    expect(message).toMatchObject({ body: 'Seguem os documentos', mediaType: 'image', mediaName: 'fachada.png' });
    expect(message?.files).toEqual(medias.map(({ path, ...file }) => ({ ...file, url: `/public/${path}` })));
    for (const term of ['laudo', 'procuração']) {
      const { body } = await desk.admin.get<{ messages: FoundMessage[] }>(
        `/messages/search?searchParam=${encodeURIComponent(term)}`,
      );
      expect(body.messages.map(({ snippet }) => snippet.text)).toEqual(['laudo.txt procuração.txt']);
      const { body: inside } = await desk.admin.get<{ messages: MessageView[] }>(
        `/messages/${ticketId}?searchParam=${encodeURIComponent(term)}`,
      );
      expect(inside.messages.map(({ id }) => id)).toEqual([message?.id]);
    }
    for (const kind of ['image', 'document', 'video']) {
      const { body } = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}/media?kind=${kind}`);
      expect([kind, body.messages.length]).toEqual([kind, kind === 'video' ? 0 : 1]);
    }
  });

  it('A message with several files is published with all of them, and stored once when the provider repeats it', async () => {
    const desk = await mailDesk();
    const medias = [await media(desk, 'um.txt'), await media(desk, 'dois.txt')];
    const first = await mail(desk, { externalId: 'repeated', body: 'oi', medias: medias.slice(0, 1) });
    const live = await desk.admin.live();
    await live.join({ id: 'tickets.ticket' } as never, { uuid: first.ticketUuid } as never);
    const from = { channel: 'test-mail', scope: '', kind: 'email' as const, value: `cliente${counter}@example.com` };
    const repeats = await Promise.all(
      Array.from({ length: 4 }, () => mail(desk, { externalId: 'both', from, medias })),
    );
    expect(repeats.filter(({ fresh }) => fresh)).toHaveLength(1);
    const heard = await live.receives('message', ({ message }) => (message as MessageView).body === '');
    expect(names((heard.data as { message: MessageView }).message)).toEqual(['um.txt', 'dois.txt']);
    expect((await desk.messages(first.ticketId)).map(names)).toEqual([['um.txt'], ['um.txt', 'dois.txt']]);
  });

  it('A message with several files is imported with all of them, and given to channels that request history', async () => {
    const desk = await mailDesk();
    const medias = [await media(desk, 'um.txt'), await media(desk, 'dois.txt')];
    const from = { channel: 'test-mail', scope: '', kind: 'email' as const, value: 'antiga@example.com' };
    const old = {
      externalId: 'old',
      from,
      name: 'Helena',
      body: '',
      sentAt: new Date(Date.now() - 86_400_000),
      medias,
    };
    const inbox = scope(desk).use(channelInbox);
    expect(await inbox.imported(desk.connectionId, [old, old])).toBe(1);
    const [message] = await inbox.history(desk.connectionId, from, { limit: 10 });
    expect(message?.medias).toEqual(medias);
    expect(message?.media).toEqual(medias[0]);
  });

  it('A message with a file of another company is refused', async () => {
    const [ours, theirs] = [await mailDesk(), await mailDesk()];
    const medias = [await media(ours, 'um.txt'), await media(theirs, 'segredo.txt')];
    await expect(mail(ours, { medias })).rejects.toMatchObject({ status: 404, code: 'ERR_NO_FILE_FOUND' });
    const { ticketId } = await mail(ours, { body: 'oi' });
    const stolen = await files(theirs, 'segredo.txt');
    await expect(send(ours, ticketId, { body: '', files: stolen })).rejects.toMatchObject({
      code: 'ERR_NO_FILE_FOUND',
    });
    expect(await ours.messages(ticketId)).toHaveLength(1);
  });
});

describe('A message of the company with several files', () => {
  it('Several files are sent as one message where the channel accepts as many', async () => {
    const desk = await mailDesk();
    const { ticketId } = await mail(desk, { body: 'oi' });
    const sent = await send(desk, ticketId, { body: 'Os três', files: await files(desk, 'a.png', 'b.txt', 'c.txt') });
    expect(names(sent)).toEqual(['a.png', 'b.txt', 'c.txt']);
    const out = await eventually(() => taken(desk)[0]);
    expect(out).toMatchObject({ body: 'Os três', media: { name: 'a.png', type: 'image' } });
    expect(out.medias?.map(({ name, type }) => [name, type])).toEqual([
      ['a.png', 'image'],
      ['b.txt', 'document'],
      ['c.txt', 'document'],
    ]);
  });

  it('Several files are split in order where the channel accepts fewer, with the text in the first, and sent once for a repeated id', async () => {
    const desk = await mailDesk();
    const { ticketId } = await mail(desk, { body: 'oi' });
    const five = ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'];
    const message = { body: 'Os cinco', files: await files(desk, ...five), clientId: 'five' };
    const all = await Promise.all(Array.from({ length: 3 }, () => send(desk, ticketId, message)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await send(desk, ticketId, message)).id).toBe(all[0]?.id);
    await eventually(() => taken(desk).length >= 2);
    expect(taken(desk).map(({ body, medias }) => [body, medias?.map(({ name }) => name)])).toEqual([
      ['Os cinco', five.slice(0, 3)],
      ['', five.slice(3)],
    ]);
    expect((await desk.messages(ticketId)).map(({ clientId }) => clientId)).toEqual([null, 'five', 'five#2']);
    const plain = await Attendance.of(host);
    const other = await plain.arrives(plain.number(), 'oi');
    await send(plain, other.ticketId, { body: 'Um a um', files: await files(plain, '1.txt', '2.txt') });
    await eventually(() => taken(plain).length === 2);
    expect(taken(plain).map(({ body, media: one, medias }) => [body, one?.name, medias])).toEqual([
      ['Um a um', '1.txt', undefined],
      ['', '2.txt', undefined],
    ]);
  });

  it('Several files are stored all or not at all', async () => {
    const desk = await mailDesk();
    const { ticketId } = await mail(desk, { body: 'oi' });
    const four = await files(desk, '1.txt', '2.txt', '3.txt', '4.txt');
    await expect(send(desk, ticketId, { body: '', files: four, while: 'nobody' })).rejects.toMatchObject({
      code: 'ERR_NOT_AUTOMATIC',
    });
    expect(await desk.messages(ticketId)).toHaveLength(1);
    const many = Array.from({ length: 31 }, () => four[0] as StoredFile);
    await expect(send(desk, ticketId, { body: '', files: many })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  });

  it('Several files sent over HTTP are one message per file, and with `together` one message where the channel accepts them', async () => {
    const form = (together: boolean): FormData => {
      const data = new FormData();
      data.set('body', 'Fotos');
      if (together) data.set('together', 'true');
      for (const name of ['a.png', 'b.png']) data.append('medias', new Blob([png], { type: 'image/png' }), name);
      return data;
    };
    const desk = await mailDesk();
    const { ticketId } = await mail(desk, { body: 'oi' });
    const apart = await desk.admin.call<MessageView[]>('POST', `/messages/${ticketId}`, form(false));
    expect(apart.body.map(names)).toEqual([['a.png'], ['b.png']]);
    const one = await desk.admin.call<MessageView>('POST', `/messages/${ticketId}`, form(true));
    expect(names(one.body)).toEqual(['a.png', 'b.png']);
    const plain = await Attendance.of(host);
    const { ticketId: elsewhere } = await plain.arrives(plain.number(), 'oi');
    const split = await plain.admin.call<MessageView[]>('POST', `/messages/${elsewhere}`, form(true));
    expect(split.body.map(names)).toEqual([['a.png'], ['b.png']]);
    const note = await plain.admin.call<MessageView>('POST', `/messages/${elsewhere}/internal`, form(true));
    expect(names(note.body)).toEqual(['a.png', 'b.png']);
  });

  it('Several files are forwarded as copies, split where the other channel accepts one', async () => {
    const desk = await mailDesk();
    const { ticketId, messageId } = await mail(desk, {
      body: 'Olhe',
      medias: [await media(desk, 'a.png'), await media(desk, 'b.txt')],
    });
    const { ticketId: target } = await mail(desk, { body: 'oi' });
    await desk.admin.post('/messages/forward', { messageIds: [messageId], ticketIds: [target] });
    const [, copy] = await desk.messages(target);
    const [original] = await desk.messages(ticketId);
    expect([copy?.body, names(copy)]).toEqual(['Olhe', ['a.png', 'b.txt']]);
    const urls = new Set([...(copy?.files ?? []), ...(original?.files ?? [])].map(({ url }) => url));
    expect(urls.size).toBe(4);
  });

  it('A deleted message shows none of its files', async () => {
    const desk = await mailDesk();
    const { ticketId } = await mail(desk, {
      body: 'oi',
      medias: [await media(desk, 'a.png'), await media(desk, 'b.txt')],
    });
    const [{ id = 0 } = {}] = await desk.messages(ticketId);
    await host.kernel.database.owner.query(`update tickets.message set is_deleted = true where id = $1`, [id]);
    const [message] = await desk.messages(ticketId);
    expect(message?.files).toEqual([]);
  });
});

describe('The files of a message with several', () => {
  it('Deleting a conversation deletes all files of its messages', async () => {
    const desk = await mailDesk();
    const { ticketId } = await mail(desk, { medias: [await media(desk, 'a.png'), await media(desk, 'b.txt')] });
    expect(await fileCount(desk)).toBe(2);
    expect((await desk.admin.delete(`/tickets/${ticketId}`)).status).toBe(200);
    expect(await eventually(async () => (await fileCount(desk)) === 0)).toBe(true);
  });

  it('What is said in a voice message is in the export of a person’s data', async () => {
    const desk = await mailDesk();
    const { ticketId, messageId } = await mail(desk, { medias: [await media(desk, 'a.png')] });
    const contactId = (await desk.admin.get<{ contactId: number }>(`/tickets/${ticketId}`)).body.contactId;
    await scope(desk).use(tickets).describe(messageId, 'Bom dia, aqui é a Carla');
    const collected: string[] = [];
    for await (const part of conversations.collect(contactId, scope(desk))) collected.push(JSON.stringify(part));
    expect(collected.join()).toContain('Bom dia, aqui é a Carla');
  });

  it('All files are in the export of a person’s data, and all are erased', async () => {
    const desk = await mailDesk();
    const medias = [await media(desk, 'a.png'), await media(desk, 'b.txt'), await media(desk, 'c.txt')];
    const { ticketId, messageId } = await mail(desk, { medias });
    const contactId = (await desk.admin.get<{ contactId: number }>(`/tickets/${ticketId}`)).body.contactId;
    const collected: unknown[] = [];
    for await (const part of conversations.collect(contactId, scope(desk))) collected.push(part);
    expect(collected).toEqual(
      expect.arrayContaining(
        medias.map(({ path, name }, index) => ({
          path,
          name: index === 0 ? `${messageId}-${name}` : `${messageId}-${index + 1}-${name}`,
        })),
      ),
    );
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    const erased = await conversations.erase(contactId, scope(desk));
    expect(erased.files.toSorted()).toEqual(medias.map(({ path }) => path).toSorted());
    const [message] = await desk.messages(ticketId);
    expect(message?.files).toEqual([]);
  });
});
