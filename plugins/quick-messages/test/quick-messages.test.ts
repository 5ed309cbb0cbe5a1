import { createHash } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/sdk/testing';
import type { MessageView } from '@balcao/tickets/contract';
import { quickMessagesRoom, type QuickMessage } from '../contract.ts';
import { matching, mine, type SignedIn } from '../server/quick-message.ts';

type Failure = { error: string; fields?: Record<string, string> };
type Answer = QuickMessage & Failure;
interface Records {
  records: QuickMessage[];
  hasMore: boolean;
  count: number;
}

let host: TestHost;
let law: TestCompany;
let other: TestCompany;
let ana: Person;
let rui: Person;
let counter = 0;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const form = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(png), name = 'tabela.png'): FormData => {
  const data = new FormData();
  data.append('file', new Blob([bytes]), name);
  return data;
};
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'users',
      'queues',
      'contacts',
      'connections',
      'tickets',
      'quick-messages',
      path.join(import.meta.dirname, '../../tickets/test/channel'),
    ],
  });
  law = await host.company({ name: 'Prado & Menezes', settings: { 'plugin:test-channel': true } });
  other = await host.company({ name: 'Outra', settings: { 'plugin:test-channel': true } });
  ana = await law.person('user', 'Ana Beatriz');
  rui = await law.person('gestor', 'Rui Costa');
});
afterAll(() => host.close());

const make = async (person: Person, part: object = {}): Promise<QuickMessage> => {
  counter += 1;
  const { status, body } = await person.post<Answer>('/quick-messages', {
    shortcode: `atalho${counter}`,
    message: 'Bom dia',
    ...part,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const refused = async (work: Promise<{ status: number; body: Failure }>) => {
  const { status, body } = await work;
  return [status, body.error, body.fields];
};
const list = async (person: Person, query = '') =>
  (await person.get<QuickMessage[]>(`/quick-messages/list${query}`)).body;
const page = async (person: Person, query = '') => (await person.get<Records>(`/quick-messages${query}`)).body;
const share = (person: Person, id: number, userIds: unknown) =>
  person.post<Answer>(`/quick-messages/${id}/share`, { userIds });
const storedFiles = async (company: TestCompany) => company.scope('quick-messages').storage.used();

describe('writing', () => {
  test('a quick message has a shortcode, a message and a priority that is 3 unless told otherwise', async () => {
    const made = await make(ana, { shortcode: 'saudacao', message: 'Olá, {{primeiroNome}}!' });
    expect(made).toMatchObject({
      shortcode: 'saudacao',
      message: 'Olá, {{primeiroNome}}!',
      priority: 3,
      mediaPath: null,
      mediaName: null,
      userId: ana.id,
      userName: 'Ana Beatriz',
      sharedWith: [],
      uses: 0,
    });
    expect((await ana.get<QuickMessage>(`/quick-messages/${made.id}`)).body).toEqual(made);
    const changed = await ana.put<Answer>(`/quick-messages/${made.id}`, { ...made, priority: 1, message: 'Oi' });
    expect(changed.body).toEqual({ ...made, priority: 1, message: 'Oi' });
    expect((await ana.put<Answer>(`/quick-messages/${made.id}`, { shortcode: 'ola' })).body.message).toBe('Oi');
  });

  test('the shortcode is required and has 3 to 50 characters: Atalho não pode passar de 50 caracteres!', async () => {
    const shortcode = async (text: unknown) =>
      refused(ana.post<Failure>('/quick-messages', { shortcode: text, message: 'Oi' }));
    const invalid = (reason: string) => [400, 'ERR_VALIDATION', { shortcode: reason }];
    expect(await shortcode(undefined)).toEqual(invalid('Obrigatório'));
    expect(await shortcode('   ')).toEqual(invalid('Obrigatório'));
    expect(await shortcode('ab')).toEqual(invalid('Atalho muito curto!'));
    expect(await shortcode('a'.repeat(51))).toEqual(invalid('Atalho não pode passar de 50 caracteres!'));
    expect((await make(ana, { shortcode: 'a'.repeat(50) })).shortcode).toHaveLength(50);
    expect((await make(ana, { shortcode: 'abc' })).shortcode).toBe('abc');
  });

  test('a shortcode written with its slash is the same shortcode', async () => {
    expect((await make(ana, { shortcode: '/endereço' })).shortcode).toBe('endereço');
    expect((await refused(ana.post<Failure>('/quick-messages', { shortcode: '/ab' })))[0]).toBe(400);
  });

  test('the message has at most 5000 characters: Mensagem não pode passar de 5.000 caracteres!', async () => {
    expect(
      await refused(ana.post<Failure>('/quick-messages', { shortcode: 'longa', message: 'a'.repeat(5001) })),
    ).toEqual([400, 'ERR_VALIDATION', { message: 'Mensagem não pode passar de 5.000 caracteres!' }]);
    expect((await make(ana, { message: 'a'.repeat(5000) })).message).toHaveLength(5000);
    expect((await make(ana, { message: '' })).message).toBe('');
  });

  test('the priority is 1, 2 or 3', async () => {
    for (const priority of [0, 4, 1.5, 'alta'])
      expect((await refused(ana.post<Failure>('/quick-messages', { shortcode: 'abc', priority })))[0]).toBe(400);
    expect((await make(ana, { priority: '1' })).priority).toBe(1);
  });

  test('nobody writes in another’s name, and a path in the body names no file', async () => {
    expect((await refused(ana.post<Failure>('/quick-messages', { shortcode: 'abc', userId: rui.id })))[0]).toBe(403);
    const made = await make(ana, { userId: ana.id, mediaPath: `${law.id}/2026/11/abcdefghijklmnop.png` });
    expect(made.mediaPath).toBeNull();
    expect((await refused(ana.put<Failure>(`/quick-messages/${made.id}`, { userId: rui.id })))[0]).toBe(403);
  });

  test('a deleted one is gone', async () => {
    const made = await make(ana);
    expect((await ana.delete(`/quick-messages/${made.id}`)).status).toBe(200);
    expect(await refused(ana.get<Failure>(`/quick-messages/${made.id}`))).toEqual([
      404,
      'ERR_NO_QUICK_MESSAGE_FOUND',
      undefined,
    ]);
    expect((await ana.delete(`/quick-messages/${made.id}`)).status).toBe(404);
  });
});

describe('reading', () => {
  test('a person has their own and the shared ones, and no others: not in lists, not by id, not to change', async () => {
    const own = await make(ana);
    const foreign = await make(rui);
    expect((await list(ana)).map(({ id }) => id)).toContain(own.id);
    expect((await list(ana)).map(({ id }) => id)).not.toContain(foreign.id);
    expect((await page(ana, `?searchParam=${foreign.shortcode}`)).records).toEqual([]);
    for (const person of [ana, law.admin, other.admin]) {
      const at = `/quick-messages/${foreign.id}`;
      expect((await person.get(at)).status).toBe(404);
      expect((await person.put(at, { message: 'x' })).status).toBe(404);
      expect((await person.delete(at)).status).toBe(404);
      expect((await person.post(`${at}/media-upload`, form())).status).toBe(404);
      expect((await person.delete(`${at}/media-upload`)).status).toBe(404);
    }
    expect((await ana.get(`/quick-messages?userId=${rui.id}`)).status).toBe(403);
    expect((await ana.get(`/quick-messages?userId=${ana.id}&companyId=${other.id}`)).status).toBe(200);
  });

  test('pages hold 20 and say whether there are more', async () => {
    const zoe = await law.person('user', 'Zoe');
    for (let at = 0; at < 21; at += 1) await make(zoe);
    const [first, second] = [await page(zoe), await page(zoe, '?pageNumber=2')];
    expect([first.records.length, first.hasMore, first.count]).toEqual([20, true, 21]);
    expect([second.records.length, second.hasMore]).toEqual([1, false]);
    expect(new Set([...first.records, ...second.records].map(({ id }) => id)).size).toBe(21);
  });

  test('the search ignores case and accents, in shortcode and message, and takes signs as they are', async () => {
    const bia = await law.person('user', 'Bia');
    const made = await make(bia, { shortcode: 'honorários', message: 'São 100% no ÊXITO_final' });
    await make(bia, { shortcode: 'endereco', message: 'Rua das Flores' });
    for (const term of ['HONORARIOS', 'êxito', 'sao 100%', 'xito_f', '/honor'])
      expect((await page(bia, `?searchParam=${encodeURIComponent(term)}`)).records.map(({ id }) => id)).toEqual([
        made.id,
      ]);
    expect((await page(bia, '?searchParam=xitoaf')).records).toEqual([]);
    expect((await list(bia, '?searchParam=flores')).length).toBe(1);
  });

  test('while writing they are ranked by priority, and within it the most used come first', async () => {
    const leo = await law.person('user', 'Leo');
    const [grey, used, red] = [
      await make(leo, { shortcode: 'aaa' }),
      await make(leo, { shortcode: 'bbb' }),
      await make(leo, { shortcode: 'ccc', priority: 1 }),
    ];
    const order = async () => (await list(leo)).map(({ id }) => id);
    expect(await order()).toEqual([red.id, grey.id, used.id]);
    for (let times = 0; times < 2; times += 1)
      expect((await leo.post(`/quick-messages/${used.id}/use`)).status).toBe(200);
    expect(await order()).toEqual([red.id, used.id, grey.id]);
    expect((await list(leo)).find(({ id }) => id === used.id)?.uses).toBe(2);
    expect((await ana.post(`/quick-messages/${used.id}/use`)).status).toBe(404);
  });

  test('a search reads the rows of the person who searches, however many the company has', async () => {
    const big = await host.company({ name: 'Grande' });
    const mia = await big.person('user', 'Mia');
    const { sql: database } = big.scope('quick-messages');
    await database.run(
      sql`insert into quick_messages.quick_message (user_id, shortcode, message)
          select ${big.admin.id}, 'atalho' || n, repeat('Prezado cliente ', 40) || n from generate_series(1, 20000) n`,
    );
    await make(mia, { shortcode: 'cliente', message: 'Prezado' });
    await host.kernel.database.owner.query('analyze quick_messages.quick_message');
    const reader = { user: { id: mia.id } } as unknown as SignedIn;
    const plan = await database.rows<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, buffers off, timing off, summary off)
          select m.id from ${mine(reader)} where ${matching('cliente')} order by m.priority limit 21`,
    );
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).not.toMatch(/Seq Scan on quick_message/);
    const read = [...lines.matchAll(/on quick_message.*actual rows=([\d.]+)/g)].map((match) => Number(match[1]));
    expect(Math.max(...read)).toBeLessThanOrEqual(1);
    expect((await page(mia, '?searchParam=cliente')).count).toBe(1);
  });
});

describe('sharing', () => {
  test('admin or gestor share their own with one or more users, told as a JSON string', async () => {
    for (const person of [law.admin, rui]) {
      const made = await make(person);
      const receiver = await law.person('user', 'Íris');
      const { status, body } = await share(person, made.id, JSON.stringify([receiver.id, ana.id, ana.id]));
      expect(status).toBe(200);
      expect(body.sharedWith.map(({ name }) => name)).toEqual(['Ana Beatriz', 'Íris']);
      const seen = (await list(receiver)).find(({ id }) => id === made.id);
      expect(seen).toMatchObject({ userId: person.id, sharedWith: [] });
    }
  });

  test('an attendant shares nothing', async () => {
    const made = await make(ana);
    expect(await refused(share(ana, made.id, [rui.id]))).toEqual([403, 'ERR_NO_PERMISSION', undefined]);
    expect((await ana.delete(`/quick-messages/${made.id}/share`)).status).toBe(403);
  });

  test('at least one user is picked: Selecione um usuário!', async () => {
    const made = await make(rui);
    const nobody = [400, 'ERR_VALIDATION', { userIds: 'Selecione um usuário!' }];
    for (const people of ['[]', [], 'x', undefined, `[${rui.id}]`])
      expect(await refused(share(rui, made.id, people))).toEqual(nobody);
    expect(await refused(share(rui, made.id, [other.admin.id]))).toEqual([404, 'ERR_NO_USER_FOUND', undefined]);
    expect((await rui.get<QuickMessage>(`/quick-messages/${made.id}`)).body.sharedWith).toEqual([]);
  });

  test('sharing again says who has it from now on, and it can be shared with nobody again', async () => {
    const made = await make(rui);
    const eva = await law.person('user', 'Eva');
    await share(rui, made.id, [ana.id]);
    await share(rui, made.id, [eva.id]);
    expect((await ana.get(`/quick-messages/${made.id}`)).status).toBe(404);
    expect((await eva.get(`/quick-messages/${made.id}`)).status).toBe(200);
    expect((await rui.delete<Answer>(`/quick-messages/${made.id}/share`)).body.sharedWith).toEqual([]);
    expect((await eva.get(`/quick-messages/${made.id}`)).status).toBe(404);
  });

  test('who has it by sharing uses it as it is now, and changes nothing', async () => {
    const made = await make(rui, { message: 'Antes' });
    await share(rui, made.id, [ana.id, law.admin.id]);
    for (const person of [ana, law.admin]) {
      const at = `/quick-messages/${made.id}`;
      expect((await person.put(at, { message: 'Meu' })).status).toBe(403);
      expect((await person.post(`${at}/media-upload`, form())).status).toBe(403);
      expect((await person.delete(`${at}/media-upload`)).status).toBe(403);
    }
    expect((await share(law.admin, made.id, [ana.id])).status).toBe(403);
    await rui.put(`/quick-messages/${made.id}`, { message: 'Depois' });
    expect((await ana.get<QuickMessage>(`/quick-messages/${made.id}`)).body.message).toBe('Depois');
  });

  test('who deletes a shared one takes it from their own list only', async () => {
    const made = await make(rui);
    await share(rui, made.id, [ana.id, law.admin.id]);
    expect((await ana.delete(`/quick-messages/${made.id}`)).status).toBe(200);
    expect((await ana.get(`/quick-messages/${made.id}`)).status).toBe(404);
    expect((await law.admin.get(`/quick-messages/${made.id}`)).status).toBe(200);
    const { body } = await rui.get<QuickMessage>(`/quick-messages/${made.id}`);
    expect(body.sharedWith.map(({ id }) => id)).toEqual([law.admin.id]);
    await rui.delete(`/quick-messages/${made.id}`);
    expect((await law.admin.get(`/quick-messages/${made.id}`)).status).toBe(404);
  });

  test('what somebody who leaves had shared stays with an admin; the rest goes, with its files', async () => {
    const office = await host.company({ name: 'Escritório' });
    const [leaver, stayer] = [await office.person('gestor', 'Caio'), await office.person('user', 'Nina')];
    const [shared, kept] = [await make(leaver), await make(leaver)];
    await share(leaver, shared.id, [stayer.id, office.admin.id]);
    await leaver.post(`/quick-messages/${kept.id}/media-upload`, form());
    expect(await storedFiles(office)).toBe(png.length);
    expect((await office.admin.delete(`/users/${leaver.id}`)).status).toBe(200);
    await expect
      .poll(async () => (await office.admin.get<QuickMessage>(`/quick-messages/${shared.id}`)).body.userId)
      .toBe(office.admin.id);
    expect((await stayer.get<QuickMessage>(`/quick-messages/${shared.id}`)).body.userId).toBe(office.admin.id);
    await expect.poll(() => storedFiles(office)).toBe(0);
    const left = await office.scope('quick-messages').sql.rows(sql`select id from quick_messages.quick_message`);
    expect(left).toEqual([{ id: shared.id }]);
  });
});

describe('media', () => {
  test('a file is kept with its name, read with the company’s media token, and taken off again', async () => {
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

  test('a file goes with the quick message that is deleted', async () => {
    const made = await make(other.admin);
    await other.admin.post(`/quick-messages/${made.id}/media-upload`, form());
    expect(await storedFiles(other)).toBe(png.length);
    await other.admin.delete(`/quick-messages/${made.id}`);
    expect(await storedFiles(other)).toBe(0);
  });

  test('no file, an empty one, a type that is not accepted and more than 50 MB are refused, and the one before stays', async () => {
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

describe('sending media into a ticket', () => {
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

  test('the file goes with its text, variables filled, as the person who sends it, and counts as a use', async () => {
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

  test('a sent message keeps its file whatever becomes of the quick message', async () => {
    const quickMessage = await withMedia(law.admin);
    const ticketId = await conversation('Carla');
    const { body } = await send(law.admin, quickMessage.id, ticketId);
    await law.admin.delete(`/quick-messages/${quickMessage.id}`);
    const { stream } = await law.scope('tickets').storage.read(body.mediaUrl?.replace('/public/', '') ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(hash(Buffer.concat(chunks))).toBe(hash(png));
  });

  test('sent twice under one name it is there once, with one file', async () => {
    const quickMessage = await withMedia(law.admin);
    const ticketId = await conversation('Dora');
    const before = await storedFiles(law);
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(law.admin, quickMessage.id, ticketId, { clientId: 'uma-vez' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await messages(ticketId)).toHaveLength(1);
    expect(await storedFiles(law)).toBe(before + png.length);
  });

  test('one that was shared is sent by those who have it, and by nobody else', async () => {
    const quickMessage = await withMedia(rui);
    const ticketId = await conversation('Elza');
    expect((await send(law.admin, quickMessage.id, ticketId)).status).toBe(404);
    await share(rui, quickMessage.id, [law.admin.id]);
    expect((await send(law.admin, quickMessage.id, ticketId)).status).toBe(200);
  });

  test('without media, into a closed, foreign or missing ticket nothing is sent and no file is left behind', async () => {
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

describe('live', () => {
  test('who has it hears that it changed, came or went, and nobody listens for another', async () => {
    const live = await ana.live();
    expect(await live.join(quickMessagesRoom, { userId: ana.id })).toEqual({ ok: true });
    expect((await live.join(quickMessagesRoom, { userId: rui.id })).error).toBeDefined();
    const made = await make(rui);
    const heard = () => live.heard.filter(({ data }) => data['quickMessageId'] === made.id).length;
    await share(rui, made.id, [ana.id]);
    await live.hears('changed', (data) => data['quickMessageId'] === made.id);
    await rui.put(`/quick-messages/${made.id}`, { message: 'a'.repeat(5000) });
    await expect.poll(heard).toBe(2);
    await rui.delete(`/quick-messages/${made.id}`);
    await expect.poll(heard).toBe(3);
    const own = await make(ana);
    await live.hears('changed', (data) => data['quickMessageId'] === own.id);
  });
});
