import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import type { FoundMessage } from '../../contract.ts';
import { Attendance, startAttendance } from '../attendance.ts';

interface Found {
  messages: FoundMessage[];
  hasMore: boolean;
  error?: string;
  fields?: Record<string, string>;
}

let host: TestHost;
let desk: Attendance;
beforeAll(async () => {
  host = await startAttendance();
  desk = await Attendance.of(host);
}, 120_000);
afterAll(() => host?.close());

const search = async (of: Person, term: string, more = ''): Promise<Found> =>
  (await of.get<Found>(`/messages/search?searchParam=${encodeURIComponent(term)}${more}`)).body;
const texts = async (of: Person, term: string): Promise<string[]> =>
  (await search(of, term)).messages.map(({ snippet }) => snippet.text);

describe('Finding a message however it was written', () => {
  beforeAll(async () => {
    await desk.arrives(desk.number(), 'Meu PROCESSO 0001234-56.2024.8.26.0100 foi julgado?');
    await desk.arrives(desk.number(), 'Preciso das petições e da certidão de óbito');
    await desk.arrives(desk.number(), 'Fale no +5511987654321 amanhã');
  });

  it.each([
    ['processos', 'another number of the word'],
    ['PROCESSO', 'capitals'],
    ['process', 'an incomplete word'],
    ['julgado processo', 'words in another order'],
    ['o meu processo', 'stop words beside others'],
    ['0001234-56', 'the beginning of a code'],
    ['0001234-56.2024.8.26.0100', 'a whole code'],
    ['1234-56.20', 'the middle of a code'],
  ])('The search “%s” finds the message (%s)', async (term) => {
    const { messages } = await search(desk.admin, term);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.snippet.text).toContain('PROCESSO');
    expect(messages[0]?.snippet.marks.length).toBeGreaterThan(0);
  });

  it('The search ignores accents and endings', async () => {
    for (const term of ['petição', 'peticao', 'peticoes', 'certidoes', 'certidão', 'obito'])
      expect(await texts(desk.admin, term)).toEqual(['Preciso das petições e da certidão de óbito']);
  });

  it('The search finds a part of a number', async () => {
    expect(await texts(desk.admin, '87654321')).toEqual(['Fale no +5511987654321 amanhã']);
  });

  it('The search requires all words, and does not find what was never written', async () => {
    expect(await texts(desk.admin, 'processo certidão')).toEqual([]);
    expect(await texts(desk.admin, 'zzyzx')).toEqual([]);
  });
});

it('The search returns author, conversation, and the hit in the excerpt', async () => {
  const { ticketId } = await desk.arrives(desk.number(), 'Quando sai o alvará?');
  const [hit] = (await search(desk.admin, 'alvará')).messages;
  expect(hit).toMatchObject({
    ticketId,
    status: 'pending',
    fromMe: false,
    onlyInternal: false,
    user: null,
    snippet: { text: 'Quando sai o alvará?', marks: [[13, 19]] },
  });
  expect(hit?.contact.name).toMatch(/^Cliente/);
});

it('The search returns the newest first, and the next page continues where the last one ended', async () => {
  const { ticketId } = await desk.arrives(desk.number(), 'fatura 1');
  const number = desk.number();
  for (let count = 2; count <= 5; count += 1) await desk.arrives(number, `fatura ${count}`);
  const first = await search(desk.admin, 'faturas', '&limit=3');
  expect(first.messages.map(({ snippet }) => snippet.text)).toEqual(['fatura 5', 'fatura 4', 'fatura 3']);
  expect(first.hasMore).toBe(true);
  const second = await search(desk.admin, 'faturas', `&limit=3&before=${first.messages.at(-1)?.id}`);
  expect(second.messages.map(({ snippet }) => snippet.text)).toEqual(['fatura 2', 'fatura 1']);
  expect(second.messages.at(-1)?.ticketId).toBe(ticketId);
  expect(second.hasMore).toBe(false);
});

it('The search finds a file by its name, an edited message by its new text, and no deleted message', async () => {
  const ana = await desk.attendant('Ana Escritório', [], 'gestor');
  const { ticketId } = await desk.accepted(ana);
  const { body: said } = await ana.post<{ id: number }>(`/messages/${ticketId}`, { body: 'procuração assinada' });
  expect(await texts(desk.admin, 'procuração')).toEqual(['procuração assinada']);
  const { owner } = host.kernel.database;
  await owner.query(`update tickets.message set body = 'substabelecimento assinado' where id = $1`, [said.id]);
  expect(await texts(desk.admin, 'procuração')).toEqual([]);
  expect(await texts(desk.admin, 'substabelecimento')).toEqual(['substabelecimento assinado']);
  await owner.query(
    `update tickets.message set media_type = 'document', media_path = 'x', media_name = 'laudo-medico.pdf', body = '' where id = $1`,
    [said.id],
  );
  expect(await texts(desk.admin, 'laudo')).toEqual(['laudo-medico.pdf']);
  await owner.query(`update tickets.message set is_deleted = true where id = $1`, [said.id]);
  expect(await texts(desk.admin, 'laudo')).toEqual([]);
});

describe('Search and permissions', () => {
  it('An attendant finds messages of their own conversations, of waiting ones in their queues or in none, and no others', async () => {
    const own = await Attendance.of(host);
    const [mine, other] = [await own.queue('Minha'), await own.queue('Alheia')];
    const bia = await own.attendant('Bia', [mine]);
    const caio = await own.attendant('Caio', [mine, other]);
    await own.accepted(bia, 'segredo da Bia');
    await own.accepted(caio, 'segredo do Caio');
    await own.arrives(own.number(), 'segredo sem fila');
    await own.routeTo(mine);
    await own.arrives(own.number(), 'segredo da minha fila');
    await own.routeTo(other);
    await own.arrives(own.number(), 'segredo da outra fila');
    expect((await texts(bia, 'segredos')).toSorted()).toEqual([
      'segredo da Bia',
      'segredo da minha fila',
      'segredo sem fila',
    ]);
    expect(await texts(own.admin, 'segredos')).toHaveLength(5);
    // By a part of a word as well.
    expect((await texts(bia, 'egred')).toSorted()).toEqual([
      'segredo da Bia',
      'segredo da minha fila',
      'segredo sem fila',
    ]);
    // Every result can be opened.
    for (const { ticketId } of (await search(bia, 'segredo')).messages)
      expect((await bia.get(`/messages/${ticketId}`)).status).toBe(200);
  });

  it('Messages of another company are never found', async () => {
    const other = await Attendance.of(host);
    await other.arrives(other.number(), 'inventário da outra empresa');
    expect(await texts(desk.admin, 'inventário')).toEqual([]);
    expect(await texts(desk.admin, 'nventari')).toEqual([]);
    expect(await texts(other.admin, 'inventário')).toHaveLength(1);
  });

  it('People who see masked numbers neither see nor find the hidden digits', async () => {
    const masked = await Attendance.of(host, { hideContactNumber: 'enabled' });
    const person = await masked.attendant('Rui');
    const number = masked.number();
    await masked.arrives(number, 'Cartão de contato: Joana', {
      name: number,
      data: { kind: 'contacts', contacts: [{ name: 'Joana', numbers: ['5521977771234'] }] },
    });
    expect((await search(person, number.slice(0, 8))).messages).toEqual([]);
    expect((await search(person, '97777')).messages).toEqual([]);
    const answer = JSON.stringify(await search(person, 'joana'));
    expect(answer).toContain('Joana');
    expect(answer).not.toContain(number);
  });
});

describe('Any search term', () => {
  it.each([
    ['one letter', 'a'],
    ['punctuation', '?!%_\\'],
    ['quotes and operators', `' | & ! ( ) :* <-> "`],
    ['an emoji', '👍'],
    ['only stop words', 'de para com'],
    ['another script', 'привет'],
    ['two hundred letters', 'ã'.repeat(200)],
    ['a placeholder', '{k}'],
  ])('A search term of %s gets a response', async (_name, term) => {
    const { messages, hasMore } = await search(desk.admin, term);
    expect(Array.isArray(messages)).toBe(true);
    expect(hasMore).toBe(false);
  });

  it('A missing or long term, or an impossible page, is refused with the field', async () => {
    const refused = async (query: string): Promise<string[]> => {
      const { status, body } = await desk.admin.get<Found>(`/messages/search${query}`);
      expect([status, body.error]).toEqual([400, 'ERR_VALIDATION']);
      return Object.keys(body.fields ?? {});
    };
    expect(await refused('')).toEqual(['searchParam']);
    expect(await refused(`?searchParam=${'a'.repeat(201)}`)).toEqual(['searchParam']);
    expect(await refused('?searchParam=ab&before=x')).toEqual(['before']);
    expect(await refused('?searchParam=ab&limit=41')).toEqual(['limit']);
  });

  it('A message of any length and of endless words is stored, and found by its beginning', async () => {
    const { ticketId } = await desk.arrives(desk.number(), `umbigo ${'y'.repeat(5000)} ${'palavra '.repeat(9000)}`);
    expect((await search(desk.admin, 'umbigo')).messages.map((hit) => hit.ticketId)).toEqual([ticketId]);
  });
});

describe('Conversations of other people', () => {
  it('Conversations of others are searched with the permission, by text and in the list; without it one finds one’s own', async () => {
    const other = await Attendance.of(host);
    const [ana, gil] = [await other.attendant('Ana'), await other.attendant('Gil', [], 'gestor')];
    const hers = await other.accepted(ana, 'a girafa da Ana');
    const his = await other.accepted(gil, 'a girafa do Gil');
    const listed = async (): Promise<number[]> => {
      const { body } = await gil.get<{ tickets: { id: number }[] }>(
        '/tickets?status=open&showAll=true&searchParam=girafa',
      );
      return body.tickets.map(({ id }) => id).toSorted((one, two) => one - two);
    };
    expect(await listed()).toEqual([hers.ticketId, his.ticketId]);
    expect((await search(gil, 'girafa')).messages).toHaveLength(2);
    const right = { profile: 'gestor', permission: 'tickets-manager:search', granted: false };
    expect((await other.admin.put('/permissions', right)).status).toBe(200);
    expect(await listed()).toEqual([his.ticketId]);
    expect((await search(gil, 'girafa')).messages.map(({ ticketId }) => ticketId)).toEqual([his.ticketId]);
    const { body } = await gil.get<{ tickets: object[] }>('/tickets?status=open&showAll=true');
    expect(body.tickets).toHaveLength(2);
  });
});
