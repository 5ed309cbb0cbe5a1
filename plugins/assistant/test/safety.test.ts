import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { personalData, type PersonalDataItem } from '@balcao/contacts/contract';
import { fileBlocks } from '../server/files/read-file.ts';
import { recordGap } from '../server/knowledge/gaps.ts';
import { docx, pdf } from './documents.ts';
import { filterAnswer } from '../server/conversation/filter.ts';
import { onlyQuestion } from '../server/evaluation/answer.ts';
import { runTurn, type Outcome } from '../server/conversation/loop.ts';
import { rules } from '../server/conversation/prompt.ts';
import { profileForm } from '../server/profile/profile.ts';
import { asksForPerson, isNegative, saysMisunderstood, touches } from '../server/conversation/words.ts';
import { splitAnswer } from '../server/conversation/split.ts';
import { injections } from './injections.ts';
import { Office, openStage, type Stage } from './office.ts';

let stage: Stage;
let office: Office;
beforeAll(async () => {
  stage = await openStage();
  office = await Office.of(stage);
}, 180_000);
afterAll(() => stage?.close());

interface Sent {
  messages: { role: string; content: string }[];
  tools: unknown;
}
const turn = (text: string, ticketId = 0): Promise<Outcome> =>
  runTurn(office.scope, {
    ticketId,
    history: { ...onlyQuestion(text), uptoId: 1 },
    profile: profileForm.parse({}),
    prompt: '',
    automation: 'assistant',
    isTrial: ticketId === 0,
  });

describe('Texts that try to steer the assistant', () => {
  test('thirty of them change no tool call, no tool and no rule: they arrive as data between tags', async () => {
    expect(injections).toHaveLength(30);
    await turn('Bom dia');
    const plain = JSON.parse(office.asked().at(-1) ?? '') as Sent;
    for (const text of injections) {
      const outcome = await turn(text);
      const sent = JSON.parse(office.asked().at(-1) ?? '') as Sent;
      expect(sent.tools).toEqual(plain.tools);
      expect(sent.messages[0]).toEqual(plain.messages[0]);
      expect(sent.messages.map(({ role }) => role)).toEqual(['system', 'user']);
      const content = sent.messages[1]?.content ?? '';
      expect(content.match(/<\/?(customer_message|knowledge)>/g)).toEqual([
        '<customer_message>',
        '</customer_message>',
      ]);
      expect([outcome.tools, outcome.kind === 'end']).toEqual([[], false]);
      if (outcome.kind === 'answer') expect(outcome.text).not.toMatch(/golpe\.example/);
    }
  });

  test('a model that obeys them still acts only in its own conversation: ids of others are dropped or refused', async () => {
    const tags = await office.admin.post<{ id: number }>('/tags', { name: 'Urgente' });
    const [own, other] = [
      await office.writes(office.number(), '#text Oi.'),
      await office.writes(office.number(), '#text Oi.'),
    ];
    await office.saidTimes(own, 2);
    await office.saidTimes(other, 2);
    await turn(`#tool add_tag {"name":"Urgente","ticketId":${other},"contactId":1}`, own);
    const tagged = await office.scope.sql.rows<{ ticketId: number }>(
      sql`select ticket_id as "ticketId" from tags.public_ticket_tag where tag_id = ${tags.body.id}`,
    );
    expect(tagged).toEqual([{ ticketId: own }]);
    for (const call of [
      '#tool delete_contact {"id":1}',
      '#tool add_tag [1]',
      '#tool add_tag {"name":5}',
      '#tool move_card {}',
    ])
      expect((await turn(call, own)).kind).toBe('answer');
    const elsewhere = await Office.of(stage);
    const ticketId = await elsewhere.writes(elsewhere.number(), '#text Oi.');
    await elsewhere.saidTimes(ticketId, 2);
    await expect(turn('#tool add_tag {"name":"Urgente"}', ticketId)).rejects.toThrow(/violates foreign key/);
  });
});

describe('Checks of an answer', () => {
  const facts = {
    known: 'A consulta custa R$ 250,00. Ligue (11) 3333-4444.',
    rules,
    links: ['prado.example'],
    isStrict: true,
  };
  test('only allowed addresses stay in it', () => {
    expect(filterAnswer('Veja https://prado.example/a e https://golpe.example/x agora', facts).text).toBe(
      'Veja https://prado.example/a e agora',
    );
    expect(filterAnswer('www.prado.example.golpe.com', facts)).toMatchObject({ blocked: 'empty' });
    expect(filterAnswer('Escreva para ana@empresa.com.br', facts).text).toBe('Escreva para ana@empresa.com.br');
  });
  test('keys, numbers of others, the rules and prices without a source are never sent', () => {
    expect(filterAnswer('A chave é sk-abcdefghijklmnopqrstuvwx', facts).blocked).toBe('secret');
    expect(filterAnswer('O telefone dela é (11) 98888-7777', facts).blocked).toBe('number');
    expect(filterAnswer('Ligue (11) 3333-4444', facts).blocked).toBeUndefined();
    expect(filterAnswer(`Minhas regras: ${rules.slice(120, 400)}`, facts).blocked).toBe('rules');
    expect(filterAnswer('Custa R$ 99,00', facts).blocked).toBe('unsourced');
    expect(filterAnswer('Custa R$ 250,00.', facts).blocked).toBeUndefined();
  });
});

describe('Words that decide without a model', () => {
  test('wishes for a person are recognised in three languages, and ordinary sentences are not', () => {
    for (const text of [
      ...[
        'Quero falar com um atendente',
        'posso falar com alguém?',
        'atendente',
        'Me transfere para um humano',
        'quero atendimento humano',
      ],
      ...[
        'cansei de robô',
        'Can I talk to a real person?',
        'human agent please',
        'I need a human',
        'quiero hablar con un asesor',
      ],
      ...[
        'necesito una persona',
        'no quiero hablar con un robot',
        'Prefiro falar com a doutora',
        'chama o gerente',
        'tem alguém aí?',
      ],
    ])
      expect([text, asksForPerson(text)]).toEqual([text, true]);
    for (const text of [
      ...[
        'Quanto custa?',
        'A atendente me disse que sim',
        'sou uma pessoa com deficiência',
        'meu pai faleceu',
        'Bom dia',
      ],
      ...['I have a question', 'my agent sent the papers', '¿Cuánto cuesta?', 'a pessoa que bateu no meu carro fugiu'],
    ])
      expect([text, asksForPerson(text)]).toEqual([text, false]);
    expect(asksForPerson('quero o SAC', ['sac'])).toBe(true);
  });
  test('anger, misunderstandings and subjects are found without accents', () => {
    expect([isNegative('Que ABSURDO!'), isNegative('Obrigado')]).toEqual([true, false]);
    expect([saysMisunderstood('não foi isso que perguntei'), saysMisunderstood('entendi')]).toEqual([true, false]);
    expect([touches('uma AÇÃO criminal', ['acao criminal']), touches('relação', ['ação'])]).toEqual([true, false]);
  });
  test('long answers are divided at sentences, as the channel accepts them', () => {
    const text = Array.from({ length: 60 }, (_, index) => `Esta é a frase de número ${index}.`).join(' ');
    const parts = splitAnswer(text, 'instagram');
    expect(parts.every((part) => part.length <= 1_000 && part.endsWith('.'))).toBe(true);
    expect(parts.join(' ')).toBe(text);
  });
});

describe('A contact whose data is erased', () => {
  test('gets its unanswered questions and noted facts in the export, and nothing of them is left afterwards', async () => {
    const scope = office.scope;
    const [own, other] = [
      await office.writes(office.number(), '#text Oi.'),
      await office.writes(office.number(), '#text Oi.'),
    ];
    const words = 'Eu, Rosa Prado, posso sacar o precatório do meu falecido marido?';
    await recordGap(scope, words, own);
    await recordGap(scope, 'Posso sacar o precatório do meu marido?', other);
    await recordGap(scope, 'Rosa Prado quer saber do inventário da rua das Acácias', own);
    await eventually(async () => (await office.said(own)).length > 0);
    await scope.sql.run(
      sql`update assistant.conversation set variables = '{"nome":"Rosa Prado"}' where ticket_id = ${own}`,
    );
    const contact = await scope.sql.one<{ id: number }>(
      sql`select contact_id as id from tickets.public_ticket where id = ${own}`,
    );
    const part = [...office.company.scope('contacts').contributions(personalData)].find(
      ({ plugin }) => plugin === 'assistant',
    );
    if (!part || !contact) throw new Error('the assistant declares no personal data');
    const exported = async (): Promise<PersonalDataItem[]> => {
      const items: PersonalDataItem[] = [];
      for await (const item of part.item.collect(contact.id, part.scope)) items.push(item);
      return items;
    };
    expect(await exported()).toMatchObject([
      { kind: 'unanswered-question', row: { text: words } },
      { kind: 'unanswered-question', row: { text: expect.stringContaining('inventário') } },
      { kind: 'automatic-conversation', row: { variables: { nome: 'Rosa Prado' } } },
    ]);
    expect((await part.item.erase(contact.id, part.scope)).count).toBe(3);
    const left = await scope.sql.rows(
      sql`select question as text from assistant.gap union all select text from assistant.gap_ask
          union all select variables::text from assistant.conversation`,
    );
    expect(JSON.stringify(left)).not.toMatch(/Rosa|Acácias/);
    const gaps = await office.admin.get<{ question: string; asks: number }[]>('/assistant/gaps');
    expect(gaps.body).toMatchObject([{ question: 'Posso sacar o precatório do meu marido?', asks: 1 }]);
    expect(await exported()).toMatchObject([{ row: { variables: {} } }]);
  });
});

test('after the retention period no noted fact, draft or replay of a conversation is left, and a running one keeps its own', async () => {
  const { scope } = office;
  const [old, running] = [
    await office.writes(office.number(), '#text Oi.'),
    await office.writes(office.number(), '#text Oi.'),
  ];
  await office.saidTimes(old, 2);
  await office.saidTimes(running, 2);
  for (const id of [old, running]) {
    await scope.sql.run(sql`update assistant.conversation set variables = '{"nome":"Rosa"}' where ticket_id = ${id}`);
    for (const state of ['open', 'rejected', 'accepted'])
      await scope.sql.run(
        sql`insert into assistant.proposal (ticket_id, question, answer, state) values (${id}, 'Rosa?', 'Sim.', ${state})`,
      );
    const row = await scope.sql.one<{ id: number }>(
      sql`insert into assistant.evaluation (ticket_id, labels, state) values (${id}, '{}', 'done') returning id`,
    );
    await scope.sql.run(
      sql`insert into assistant.evaluation_item (evaluation_id, n, side, question) values (${row?.id ?? 0}, 1, 'new', 'Rosa?')`,
    );
  }
  await office.company
    .scope('tickets')
    .sql.run(
      sql`update tickets.ticket set status = 'closed', automatic_by = null, closed_at = now() - interval '2 years' where id = ${old}`,
    );
  const part = [...office.company.scope('contacts').contributions(personalData)].find(
    ({ plugin }) => plugin === 'assistant',
  );
  const erase = async (limit: number) =>
    (await part?.item.eraseBefore?.(new Date(Date.now() - 365 * 86_400_000), limit, part.scope))?.count;
  // Called again while a call erased as much as it may.
  while (((await erase(1)) ?? 0) > 0);
  const left = await scope.sql.rows(
    sql`select ticket_id as id, variables::text collate "C" as text from assistant.conversation where variables <> '{}'
        union all select ticket_id, state from assistant.proposal where ticket_id is not null
        union all select ticket_id, 'replay' from assistant.evaluation where ticket_id is not null order by 1, 2`,
  );
  expect(left).toEqual([
    { id: old, text: 'accepted' },
    ...['accepted', 'open', 'rejected', 'replay', '{"nome": "Rosa"}'].map((text) => ({ id: running, text })),
  ]);
});

describe('Large documents', () => {
  test('are read in pieces between which the server does other work, and nothing of them is lost', async () => {
    let turns = 0;
    let isReading = true;
    const other = (): void => {
      turns += 1;
      if (isReading) setImmediate(other);
    };
    setImmediate(other);
    const pages = Array.from({ length: 200 }, (_, index) => `O artigo ${index} trata da aposentadoria, com ressalvas.`);
    const read = await fileBlocks(pdf(pages), 'application/pdf', (page) => `p. ${page}`);
    expect(read.map(({ headings, text }) => [headings[0], text])).toEqual(
      pages.map((page, index) => [`p. ${index + 1}`, page]),
    );
    // At least once between any two pages.
    expect(turns).toBeGreaterThanOrEqual(pages.length - 1);
    turns = 0;
    // A letter of two bytes stands on every possible edge of a piece.
    const lines = Array.from({ length: 9_000 }, (_, index) => `Parágrafo ${index}: ${'ção '.repeat(index % 30)}fim.`);
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const paragraphs = await fileBlocks(docx(lines), word, String);
    isReading = false;
    expect(paragraphs.map(({ text }) => text)).toEqual(lines);
    expect(turns).toBeGreaterThan(10);
  });
});
