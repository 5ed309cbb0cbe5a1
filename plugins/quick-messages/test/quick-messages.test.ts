import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestCompany, TestHost } from '@balcao/testing';
import { quickMessagesRoom, type QuickMessage } from '../contract.ts';
import { matching, readerMessages, type SignedIn } from '../server/quick-message.ts';
import { form, make, openOffice, png, refused, share, storedFiles, type Answer, type Failure } from './office.ts';

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

beforeAll(async () => {
  ({ host, law, other, ana, rui } = await openOffice());
});
afterAll(() => host?.close());

const list = async (person: Person, query = '') =>
  (await person.get<QuickMessage[]>(`/quick-messages/list${query}`)).body;
const page = async (person: Person, query = '') => (await person.get<Records>(`/quick-messages${query}`)).body;

describe('writing quick messages', () => {
  test('a quick message has a shortcode, a message and a priority, by default 3', async () => {
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

  test('a leading slash is removed from the shortcode', async () => {
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

  test('the priority must be 1, 2 or 3', async () => {
    for (const priority of [0, 4, 1.5, 'alta'])
      expect((await refused(ana.post<Failure>('/quick-messages', { shortcode: 'abc', priority })))[0]).toBe(400);
    expect((await make(ana, { priority: '1' })).priority).toBe(1);
  });

  test('a body cannot set another owner or a file path', async () => {
    expect((await refused(ana.post<Failure>('/quick-messages', { shortcode: 'abc', userId: rui.id })))[0]).toBe(403);
    const made = await make(ana, { userId: ana.id, mediaPath: `${law.id}/2026/11/abcdefghijklmnop.png` });
    expect(made.mediaPath).toBeNull();
    expect((await refused(ana.put<Failure>(`/quick-messages/${made.id}`, { userId: rui.id })))[0]).toBe(403);
  });

  test('a deleted quick message is no longer returned', async () => {
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

describe('reading quick messages', () => {
  test('a person reads their own and shared quick messages only, in lists, by id and for changes', async () => {
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

  test('pages of quick messages have 20 entries and a flag for more', async () => {
    const zoe = await law.person('user', 'Zoe');
    for (let at = 0; at < 21; at += 1) await make(zoe);
    const [first, second] = [await page(zoe), await page(zoe, '?pageNumber=2')];
    expect([first.records.length, first.hasMore, first.count]).toEqual([20, true, 21]);
    expect([second.records.length, second.hasMore]).toEqual([1, false]);
    expect(new Set([...first.records, ...second.records].map(({ id }) => id)).size).toBe(21);
  });

  test('the search ignores case and accents in shortcode and message, and takes wildcard characters literally', async () => {
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

  test('in the composer replies are ranked by priority, then by number of uses', async () => {
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

  test('a search reads only the rows of the person who searches, however many the company has', async () => {
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
          select m.id from ${readerMessages(reader)} where ${matching('cliente')} order by m.priority limit 21`,
    );
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).not.toMatch(/Seq Scan on quick_message/);
    const read = [...lines.matchAll(/on quick_message.*actual rows=([\d.]+)/g)].map((match) => Number(match[1]));
    expect(Math.max(...read)).toBeLessThanOrEqual(1);
    expect((await page(mia, '?searchParam=cliente')).count).toBe(1);
  });
});

describe('sharing quick messages', () => {
  test('admin and gestor share their own with one or more users, sent as a JSON string', async () => {
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

  test('an attendant cannot share', async () => {
    const made = await make(ana);
    expect(await refused(share(ana, made.id, [rui.id]))).toEqual([403, 'ERR_NO_PERMISSION', undefined]);
    expect((await ana.delete(`/quick-messages/${made.id}/share`)).status).toBe(403);
  });

  test('at least one user is picked: Selecione um usuário!', async () => {
    const made = await make(rui);
    const withoutUsers = [400, 'ERR_VALIDATION', { userIds: 'Selecione um usuário!' }];
    for (const people of ['[]', [], 'x', undefined, `[${rui.id}]`])
      expect(await refused(share(rui, made.id, people))).toEqual(withoutUsers);
    expect(await refused(share(rui, made.id, [other.admin.id]))).toEqual([404, 'ERR_NO_USER_FOUND', undefined]);
    expect((await rui.get<QuickMessage>(`/quick-messages/${made.id}`)).body.sharedWith).toEqual([]);
  });

  test('sharing again replaces the users, and an empty list ends the sharing', async () => {
    const made = await make(rui);
    const eva = await law.person('user', 'Eva');
    await share(rui, made.id, [ana.id]);
    await share(rui, made.id, [eva.id]);
    expect((await ana.get(`/quick-messages/${made.id}`)).status).toBe(404);
    expect((await eva.get(`/quick-messages/${made.id}`)).status).toBe(200);
    expect((await rui.delete<Answer>(`/quick-messages/${made.id}/share`)).body.sharedWith).toEqual([]);
    expect((await eva.get(`/quick-messages/${made.id}`)).status).toBe(404);
  });

  test('users of a shared quick message read its present version and cannot change it', async () => {
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

  test('a user who deletes a shared quick message removes it from their own list only', async () => {
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

  test('the shared quick messages of a deleted person pass to an admin, and the others are deleted with their files', async () => {
    const office = await host.company({ name: 'Escritório' });
    const [leaver, stayer] = [await office.person('gestor', 'Caio'), await office.person('user', 'Nina')];
    const [shared, unshared] = [await make(leaver), await make(leaver)];
    await share(leaver, shared.id, [stayer.id, office.admin.id]);
    await leaver.post(`/quick-messages/${unshared.id}/media-upload`, form());
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

describe('live messages of quick messages', () => {
  test('people with access are notified of changes, and nobody joins another person’s room', async () => {
    const live = await ana.live();
    expect(await live.join(quickMessagesRoom, { userId: ana.id })).toEqual({ ok: true });
    expect((await live.join(quickMessagesRoom, { userId: rui.id })).error).toBeDefined();
    const made = await make(rui);
    const received = () => live.received.filter(({ data }) => data['quickMessageId'] === made.id).length;
    await share(rui, made.id, [ana.id]);
    await live.receives('changed', (data) => data['quickMessageId'] === made.id);
    await rui.put(`/quick-messages/${made.id}`, { message: 'a'.repeat(5000) });
    await expect.poll(received).toBe(2);
    await rui.delete(`/quick-messages/${made.id}`);
    await expect.poll(received).toBe(3);
    const own = await make(ana);
    await live.receives('changed', (data) => data['quickMessageId'] === own.id);
  });
});
