import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestCompany, TestHost } from '@balcao/testing';
import type { MessageView } from '@balcao/tickets/contract';
import type { QuickMessage } from '../contract.ts';
import { form, make, openOffice, png, refused, share, storedFiles, type Answer, type Failure } from './office.ts';

let host: TestHost;
let law: TestCompany;
let other: TestCompany;
let ana: Person;
let rui: Person;

beforeAll(async () => {
  ({ host, law, other, ana, rui } = await openOffice());
});
afterAll(() => host?.close());

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
let counter = 0;

describe('media of a quick message', () => {
  test('a file is stored with its name, read with the company’s media token, and removed again', async () => {
    const bob = await other.person('user', 'Bob');
    const made = await make(bob);
    const { status, body } = await bob.post<Answer>(`/quick-messages/${made.id}/media-upload`, form());
    expect(status).toBe(200);
    expect(body).toMatchObject({ mediaName: 'tabela.png', mediaMime: 'image/png', mediaSize: png.length });
    expect((await fetch(`${host.url}/public/${body.mediaPath}`)).status).not.toBe(200);

    const replaced = await bob.post<Answer>(
      `/quick-messages/${made.id}/media-upload`,
      form(new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'), 'contrato.pdf'),
    );
    expect(replaced.body).toMatchObject({ mediaName: 'contrato.pdf', mediaMime: 'application/pdf' });
    const { storage } = other.scope('quick-messages');
    await expect(storage.read(body.mediaPath ?? '')).rejects.toMatchObject({ code: 'ERR_NO_FILE_FOUND' });
    expect(await storedFiles(other)).toBe(replaced.body.mediaSize);

    const emptied = await bob.delete<Answer>(`/quick-messages/${made.id}/media-upload`);
    expect(emptied.body).toMatchObject({ mediaPath: null, mediaName: null, mediaSize: null });
    expect(await storedFiles(other)).toBe(0);
  });

  test('a file is deleted with its quick message', async () => {
    const made = await make(other.admin);
    await other.admin.post(`/quick-messages/${made.id}/media-upload`, form());
    expect(await storedFiles(other)).toBe(png.length);
    await other.admin.delete(`/quick-messages/${made.id}`);
    expect(await storedFiles(other)).toBe(0);
  });

  test('a missing, empty, unaccepted or oversized file is refused, and the former one stays', async () => {
    const made = await make(ana);
    const before = (await ana.post<Answer>(`/quick-messages/${made.id}/media-upload`, form())).body;
    const upload = (data: FormData) => refused(ana.post<Failure>(`/quick-messages/${made.id}/media-upload`, data));
    const none = new FormData();
    none.append('name', 'x');
    expect(await upload(none)).toEqual([400, 'ERR_VALIDATION', { file: 'ERR_REQUIRED' }]);
    expect((await upload(form(new Uint8Array())))[0]).toBe(400);
    expect((await upload(form(new Uint8Array([0x4d, 0x5a, 0x90, 0]), 'virus.exe'))).slice(0, 2)).toEqual([
      415,
      'ERR_FILE_TYPE',
    ]);
    expect((await upload(form(new Uint8Array(52_428_801)))).slice(0, 2)).toEqual([413, 'ERR_FILE_TOO_LARGE']);
    expect((await ana.get<QuickMessage>(`/quick-messages/${made.id}`)).body).toEqual(before);
  });
});

describe('sending a quick message with media into a ticket', () => {
  const conversation = async (name: string): Promise<number> => {
    counter += 1;
    const { sql: database } = law.scope('tickets');
    const line =
      (await database.one<{ id: number }>(sql`select id from connections.connection limit 1`)) ??
      (await database.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status) values ('Recepção', 'test', 'CONNECTED') returning id`,
      ));
    const number = String(5_511_970_020_000 + counter);
    const contact = await law.admin.post<{ id: number }>('/contacts', { name, number });
    const started = { contactId: contact.body.id, whatsappId: line?.id, status: 'open', userId: law.admin.id };
    return (await law.admin.post<{ id: number }>('/tickets', started)).body.id;
  };
  const messages = async (ticketId: number) =>
    (await law.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}`)).body.messages;
  const withMedia = async (person: Person, part: object = {}): Promise<QuickMessage> => {
    const made = await make(person, part);
    return (await person.post<Answer>(`/quick-messages/${made.id}/media-upload`, form())).body;
  };
  const send = (person: Person, id: number, ticketId: number | string, body: object = {}) =>
    person.post<MessageView & Failure>(`/quick-messages/${id}/send-media/${ticketId}`, body);

  test('the file is sent with its text, variables filled, by the person who sends it, and counts as a use', async () => {
    const quickMessage = await withMedia(law.admin, { message: 'Segue a tabela, {{primeiroNome}}.' });
    const ticketId = await conversation('José da Silva');
    const { status, body } = await send(law.admin, quickMessage.id, ticketId);
    expect([status, body.error]).toEqual([200, undefined]);
    const [message] = await messages(ticketId);
    expect(message).toMatchObject({
      id: body.id,
      body: 'Segue a tabela, José.',
      fromMe: true,
      mediaType: 'image',
      mediaName: 'tabela.png',
      mediaMime: 'image/png',
      mediaSize: png.length,
      user: { id: law.admin.id },
    });
    expect((await law.admin.get<QuickMessage>(`/quick-messages/${quickMessage.id}`)).body.uses).toBe(1);
  });

  test('a sent message keeps its file after the quick message is deleted', async () => {
    const quickMessage = await withMedia(law.admin);
    const ticketId = await conversation('Carla');
    const { body } = await send(law.admin, quickMessage.id, ticketId);
    await law.admin.delete(`/quick-messages/${quickMessage.id}`);
    const { stream } = await law.scope('tickets').storage.read(body.mediaUrl?.replace('/public/', '') ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(hash(Buffer.concat(chunks))).toBe(hash(png));
  });

  test('a quick message sent twice under one id is sent once, and its file is stored once however often it is sent', async () => {
    const quickMessage = await withMedia(law.admin);
    const ticketId = await conversation('Dora');
    const before = await storedFiles(law);
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(law.admin, quickMessage.id, ticketId, { clientId: 'uma-vez' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await messages(ticketId)).toHaveLength(1);
    await send(law.admin, quickMessage.id, await conversation('Dora outra vez'), {});
    expect(await storedFiles(law)).toBe(before);
  });

  test('a shared quick message is sent by the people it is shared with, and by nobody else', async () => {
    const quickMessage = await withMedia(rui);
    const ticketId = await conversation('Elza');
    expect((await send(law.admin, quickMessage.id, ticketId)).status).toBe(404);
    await share(rui, quickMessage.id, [law.admin.id]);
    expect((await send(law.admin, quickMessage.id, ticketId)).status).toBe(200);
  });

  test('a quick message that its owner deletes while it is being sent is sent without an error', async () => {
    const quickMessage = await withMedia(rui);
    await share(rui, quickMessage.id, [law.admin.id]);
    const ticketId = await conversation('Gil');
    let sending: ReturnType<typeof send> | undefined;
    await law.scope('quick-messages').tx(async (inner) => {
      await inner.sql.run(sql`delete from quick_messages.quick_message where id = ${quickMessage.id}`);
      sending = send(law.admin, quickMessage.id, ticketId);
      await expect.poll(() => messages(ticketId)).toHaveLength(1);
    });
    expect((await sending)?.status).toBe(200);
  });

  test('sending without media, or into a closed, foreign or missing ticket, is refused and leaves no file', async () => {
    const [plain, quickMessage] = [await make(law.admin), await withMedia(law.admin)];
    const own = await withMedia(ana);
    const ticketId = await conversation('Fábio');
    const before = await storedFiles(law);
    expect(await refused(send(law.admin, plain.id, ticketId))).toEqual([
      409,
      'ERR_QUICK_MESSAGE_WITHOUT_MEDIA',
      undefined,
    ]);
    expect(await refused(send(law.admin, quickMessage.id, 999_999))).toEqual([404, 'ERR_NO_TICKET_FOUND', undefined]);
    expect((await send(law.admin, quickMessage.id, 'x')).status).toBe(400);
    expect(await refused(send(ana, own.id, ticketId))).toEqual([403, 'ERR_TICKET_OTHER_USER', undefined]);
    await law.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
    expect(await refused(send(law.admin, quickMessage.id, ticketId))).toEqual([409, 'ERR_TICKET_CLOSED', undefined]);
    expect(await messages(ticketId)).toEqual([]);
    expect(await storedFiles(law)).toBe(before);
  });
});
