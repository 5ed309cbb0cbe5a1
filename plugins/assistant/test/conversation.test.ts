import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually } from '@balcao/testing';
import { tickets } from '@balcao/tickets/contract';
import { assistantAutomation, takeUp } from '../server/conversation/automation.ts';
import { disclosure, handover, Office, openStage, type Stage } from './office.ts';

let stage: Stage;
const lines: string[] = [];
beforeAll(async () => {
  stage = await openStage((line) => lines.push(line));
}, 180_000);
afterAll(() => stage?.close());

describe('The assistant in conversations', () => {
  test('a customer of a connection with a prompt gets an answer that says it is automatic once, with its sources for attendants', async () => {
    const office = await Office.of(stage);
    await office.teach('Quanto custa a consulta?', 'A consulta custa R$ 250,00.');
    const number = office.number();
    const ticketId = await office.writes(number, 'Quanto custa a consulta?\n#text A consulta custa R$ 250,00.');
    expect(await office.saidTimes(ticketId, 2)).toEqual([disclosure, 'A consulta custa R$ 250,00.']);
    expect(await office.ticket(ticketId)).toMatchObject({ by: 'assistant', userId: null });
    await office.arrives(number, '#text De nada!');
    expect((await office.saidTimes(ticketId, 3)).at(-1)).toBe('De nada!');
    const { body } = await office.admin.get<
      { messageId: number; body: string; sources: { source: string }[]; rating: number | null }[]
    >(`/assistant/tickets/${ticketId}/answers`);
    expect(body.map((answer) => [answer.body, answer.sources.map(({ source }) => source)])).toEqual([
      ['De nada!', []],
      ['A consulta custa R$ 250,00.', ['Perguntas frequentes']],
    ]);
    const rating = `/assistant/answers/${body[1]?.messageId}/rating`;
    expect((await office.admin.put(rating, { rating: -1 })).status).toBe(200);
    expect(
      (await office.admin.get<{ rating: number }[]>(`/assistant/tickets/${ticketId}/answers`)).body[1]?.rating,
    ).toBe(-1);
    const other = await Office.of(stage);
    expect((await other.admin.put(rating, { rating: 1 })).status).toBe(404);
    expect((await other.admin.get(`/assistant/tickets/${ticketId}/answers`)).status).toBe(404);
    const sent = JSON.parse(office.asked().at(-2) ?? '{}') as { messages: { role: string; content: string }[] };
    expect(sent.messages.at(-1)?.content).toContain('<customer_message>');
    expect(sent.messages[0]?.content).toContain('Seja breve.');
    expect(sent.messages.at(-2)?.content).toContain('<knowledge>');
  });

  test('a customer who asks for a person gets one sentence, a queue and a note, and no model is called', async () => {
    const office = await Office.of(stage);
    const queueId = await office.queue('Recepção');
    await office.settings({ queueId });
    const before = office.asked().length;
    for (const words of [
      'Quero falar com um atendente',
      'me passa para uma pessoa, por favor',
      'I want to talk to a human',
      'Quiero hablar con una persona',
      'não quero falar com robô',
      'ATENDENTE!!',
    ]) {
      const ticketId = await office.writes(office.number(), words);
      expect(await office.saidTimes(ticketId, 1)).toEqual([handover]);
      await eventually(async () => (await office.ticket(ticketId))?.queueId === queueId);
      expect(await office.ticket(ticketId)).toMatchObject({ status: 'pending', by: null });
      expect((await office.notes(ticketId))[0]).toContain('o cliente pediu uma pessoa');
      expect(await office.runs(ticketId)).toEqual([{ state: 'handed', why: 'person', calls: 0, tools: [] }]);
    }
    expect(office.asked()).toHaveLength(before);
  });

  test('nothing is sent when an attendant accepts while the model writes', async () => {
    const office = await Office.of(stage);
    const ticketId = await office.writes(office.number(), 'Bom dia\n#hang');
    await eventually(
      async () => (await office.runs(ticketId)).some(({ state }) => state === 'running') && office.asked().length > 0,
    );
    await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id });
    stage.ai.release();
    await eventually(async () => (await office.runs(ticketId)).every(({ state }) => state !== 'running'));
    expect(await office.runs(ticketId)).toMatchObject([{ state: 'cancelled', why: 'taken' }]);
    expect(await office.said(ticketId)).toEqual([]);
    expect(await office.ticket(ticketId)).toMatchObject({ status: 'open', userId: office.admin.id, by: null });
  });

  test('three quick messages get one answer that knows all three', async () => {
    const office = await Office.of(stage, { assistantWaitSeconds: 1 });
    const number = office.number();
    await office.arrives(number, 'Oi, eu sou a Maria');
    await office.arrives(number, 'minha aposentadoria foi negada');
    const ticketId = await office.writes(number, 'o que eu faço?\n#text Maria, cabe recurso da aposentadoria negada.');
    expect(await office.saidTimes(ticketId, 2)).toEqual([disclosure, 'Maria, cabe recurso da aposentadoria negada.']);
    expect((await office.runs(ticketId)).filter(({ state }) => state === 'sent')).toHaveLength(1);
    const last = office.asked().at(-1) ?? '';
    for (const words of ['eu sou a Maria', 'aposentadoria foi negada', 'o que eu faço?']) expect(last).toContain(words);
  });

  test('a newer message cancels the running answer, and the next one answers both', async () => {
    const office = await Office.of(stage);
    const number = office.number();
    const ticketId = await office.writes(number, 'Primeira pergunta\n#hang');
    await eventually(async () => (await office.runs(ticketId)).length === 1);
    await office.arrives(number, 'Deixa, é outra coisa\n#text Respondi às duas.');
    await eventually(async () => (await office.runs(ticketId)).some(({ state }) => state === 'cancelled'));
    stage.ai.release();
    await eventually(async () => (await office.runs(ticketId)).at(-1)?.state !== 'running');
    stage.ai.release();
    expect((await office.runs(ticketId))[0]).toMatchObject({ state: 'cancelled', why: 'newer' });
  });

  test('while the provider is down the customer gets a person, and the admin a notice', async () => {
    const office = await Office.of(stage);
    const queueId = await office.queue('Plantão');
    await office.settings({ queueId, handoverText: 'Uma pessoa já vem.' });
    const ticketId = await office.writes(office.number(), 'Tudo bem?\n#quota');
    expect(await office.saidTimes(ticketId, 1)).toEqual(['Uma pessoa já vem.']);
    await eventually(async () => (await office.ticket(ticketId))?.queueId === queueId);
    expect((await office.notes(ticketId))[0]).toContain('a inteligência artificial não respondeu');
    await eventually(async () => {
      const notices = await office.company
        .scope('notifications')
        .sql.rows<{ kind: string }>(
          sql`select 1 as kind from notifications.notified d where d.notice like 'assistant:%' and d.user_id = ${office.admin.id}`,
        )
        .catch(() => []);
      return notices.length > 0;
    });
  });

  test('the assistant hands over by its tool, into the queue that it names, with its note, and says nothing beside it', async () => {
    const office = await Office.of(stage);
    const queueId = await office.queue('Trabalhista');
    const ticketId = await office.writes(
      office.number(),
      'Fui demitido ontem\n#text Tchau!\n#tool handover {"reason":"caso","queue":"trabalhista","note":"Demitido ontem."}',
    );
    expect(await office.saidTimes(ticketId, 1)).toEqual([handover]);
    await eventually(async () => (await office.ticket(ticketId))?.queueId === queueId);
    expect((await office.notes(ticketId))[0]).toContain('Resumo: Demitido ontem.');
  });

  test('tools add a tag, move a card and note facts of this conversation, and the same call twice ends the turn', async () => {
    const office = await Office.of(stage);
    await office.admin.post('/tags', { name: 'VIP' });
    const lanes = (await office.admin.get<{ lanes: { title: string }[] }>('/kanban-lanes')).body.lanes;
    const ticketId = await office.writes(
      office.number(),
      `Sou a Ana\n#text Pronto, Ana.\n#tool add_tag {"name":"vip"}\n#tool move_card {"lane":"${lanes[1]?.title}"}\n#tool set_variable {"name":"nome","value":"Ana"}`,
    );
    expect((await office.saidTimes(ticketId, 2)).at(-1)).toBe('Resultado: noted');
    const tagged = await office.scope.sql.rows(
      sql`select 1 as x from tags.public_ticket_tag where ticket_id = ${ticketId}`,
    );
    expect(tagged).toHaveLength(1);
    const row = await office.scope.sql.one<{ variables: object }>(
      sql`select variables from assistant.conversation where ticket_id = ${ticketId}`,
    );
    expect(row?.variables).toEqual({ nome: 'Ana' });
    expect(await office.runs(ticketId)).toMatchObject([
      { state: 'sent', calls: 2, tools: ['add_tag', 'move_card', 'set_variable'] },
    ]);
  });

  test('angry words twice, two misunderstandings and sensitive subjects call a person without a model', async () => {
    const office = await Office.of(stage);
    await office.settings({ topics: ['ação criminal'] });
    const angry = office.number();
    const first = await office.writes(angry, 'Isso é um absurdo\n#text Sinto muito.');
    await office.saidTimes(first, 2);
    await office.arrives(angry, 'Péssimo atendimento!');
    expect((await office.saidTimes(first, 3)).at(-1)).toBe(handover);
    const lost = office.number();
    const second = await office.writes(lost, 'não foi isso que perguntei\n#text Desculpe.');
    await office.saidTimes(second, 2);
    await office.arrives(lost, 'você não me entendeu');
    expect((await office.saidTimes(second, 3)).at(-1)).toBe(handover);
    const third = await office.writes(office.number(), 'Respondo a uma acao criminal, e agora?');
    expect(await office.saidTimes(third, 1)).toEqual([handover]);
  });

  test('a strict assistant hands over what the sources do not contain, and the question becomes a gap', async () => {
    const office = await Office.of(stage);
    await office.settings({ isStrict: true });
    const ticketId = await office.writes(office.number(), 'Vocês vendem bicicletas?\n#text Sim, por R$ 10,00.');
    expect(await office.saidTimes(ticketId, 1)).toEqual([handover]);
    await eventually(async () => (await office.admin.get<object[]>('/assistant/gaps')).body.length === 1);
    const hello = await office.writes(office.number(), 'Bom dia\n#text Bom dia! Estou aqui.');
    expect((await office.saidTimes(hello, 2)).at(-1)).toBe('Bom dia! Estou aqui.');
  });

  test('a virtual colleague answers under its own name the conversations that it gets', async () => {
    const office = await Office.of(stage, {}, '');
    const queueId = await office.queue('Recepção');
    const robot = await office.robot('Lia', 'Assine Lia.');
    const ticketId = await office.writes(office.number(), 'Oi\n#text Sou a Lia.');
    await eventually(async () => (await office.ticket(ticketId)) !== undefined);
    await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: robot.id, queueId });
    expect((await office.saidTimes(ticketId, 2)).at(-1)).toBe('Sou a Lia.');
    const own = (await office.messages(ticketId)).filter(({ fromMe }) => fromMe);
    expect(own.map(({ user }) => user?.id)).toEqual([robot.id, robot.id]);
    expect(office.asked().at(-1)).toContain('Assine Lia.');
  });

  test('asking for a person asks no model, even after a transfer or a restart', async () => {
    const office = await Office.of(stage, {}, '');
    const queueId = await office.queue('Recepção');
    const robot = await office.robot('Lia');
    const number = office.number();
    const before = office.asked().length;
    const ticketId = await office.writes(number, 'Quero falar com um atendente');
    await office.arrives(number, 'Tem alguém? #text Sou a Lia.');
    await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: robot.id, queueId });
    expect((await office.saidTimes(ticketId, 1)).at(-1)).toBe(handover);
    await eventually(async () => (await office.ticket(ticketId))?.userId === null);
    expect(await office.runs(ticketId)).toEqual([{ state: 'handed', why: 'person', calls: 0, tools: [] }]);
    expect(office.asked()).toHaveLength(before);
    // A node that dies after it noted the message, and another one that gets it again.
    const other = await Office.of(stage);
    const again = await other.writes(other.number(), 'Oi\n#text Olá.');
    await other.saidTimes(again, 2);
    const asked = other.asked().length;
    const row = await other.company
      .scope('tickets')
      .sql.one<{ id: number }>(
        sql`insert into tickets.message (ticket_id, from_me, body) values (${again}, false, 'me passa para um atendente') returning id`,
      );
    await other.scope.sql.run(
      sql`update assistant.conversation set inbox_id = ${row?.id ?? 0} where ticket_id = ${again}`,
    );
    const service = other.scope.use(tickets);
    const [ticket, message] = [await service.find(again), await service.message(row?.id ?? 0)];
    if (!ticket || !message) throw new Error('the message was not stored');
    await assistantAutomation.received(ticket, message, other.scope);
    expect((await other.said(again)).at(-1)).toBe(handover);
    expect(other.asked()).toHaveLength(asked);
    // Once more: it was handed over already.
    await assistantAutomation.received(ticket, message, other.scope);
    expect(await other.runs(again)).toMatchObject([{ state: 'sent' }, { state: 'handed', why: 'person' }]);
  });

  test('a conversation given to a virtual colleague without a model waits for people', async () => {
    const office = await Office.of(stage, {}, '');
    const queueId = await office.queue('Recepção');
    const robot = await office.robot('Lia');
    const ticketId = await office.writes(office.number(), 'Oi\n#text Sou a Lia.');
    await office.company
      .scope('chatai')
      .sql.run(sql`insert into chatai.purpose (purpose, is_on) values ('assistant', false)`);
    const given = await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: robot.id, queueId });
    expect([given.status, (given.body as { userId: number }).userId]).toEqual([200, robot.id]);
    await eventually(async () => (await office.ticket(ticketId))?.userId === null);
    expect(await office.ticket(ticketId)).toMatchObject({ status: 'pending', queueId, by: null });
    expect(await office.said(ticketId)).toEqual([]);
  });

  test('a person who takes a conversation in the moment in which a virtual colleague takes it up or gives it back keeps it', async () => {
    const office = await Office.of(stage, {}, '');
    const queueId = await office.queue('Recepção');
    const robot = await office.robot('Lia');
    const { owner } = stage.host.kernel.database;
    for (const isOn of [false, true]) {
      const ticketId = await office.writes(office.number(), 'Oi\n#text Sou a Lia.');
      await office.company.scope('chatai').sql.run(
        sql`insert into chatai.purpose (purpose, is_on) values ('assistant', ${isOn})
              on conflict (company_id, purpose) do update set is_on = excluded.is_on`,
      );
      await office.company
        .scope('tickets')
        .sql.run(sql`update tickets.ticket set status = 'open', user_id = ${robot.id} where id = ${ticketId}`);
      const client = await owner.connect();
      try {
        // The assistant looks whether it can answer, and meanwhile a person takes the conversation.
        await client.query('begin');
        await client.query('lock table chatai.purpose in access exclusive mode');
        const done = takeUp(office.scope, ticketId);
        await eventually(async () => {
          const { rowCount } = await client.query(
            `select 1 from pg_locks where relation = 'chatai.purpose'::regclass and not granted`,
          );
          return rowCount !== 0;
        });
        const accepted = await office.admin.put(`/tickets/${ticketId}`, {
          status: 'open',
          userId: office.admin.id,
          queueId,
        });
        expect([accepted.status, accepted.body]).toMatchObject([200, { userId: office.admin.id }]);
        await client.query('commit');
        await done;
      } finally {
        await client.query('rollback');
        client.release();
      }
      expect(await office.ticket(ticketId)).toMatchObject({ status: 'open', userId: office.admin.id, by: null });
      expect(await office.said(ticketId)).toEqual([]);
    }
  });

  test('without a provider the conversation waits for people as any other, and nothing pretends to answer', async () => {
    const office = await Office.of(stage);
    const { body } = await stage.root.get<{ records: { purpose: string; providerId: number; model: string }[] }>(
      '/ai/platform-purposes',
    );
    await stage.root.put('/ai/platform-purposes', {
      records: body.records.map((record) => ({
        ...record,
        ...(record.purpose === 'assistant' && { providerId: null, model: '' }),
      })),
    });
    try {
      const ticketId = await office.writes(office.number(), 'Oi\n#text Não devia responder.');
      await eventually(async () => (await office.ticket(ticketId))?.status === 'pending');
      expect(await office.ticket(ticketId)).toMatchObject({ by: null });
      expect(await office.said(ticketId)).toEqual([]);
    } finally {
      await stage.root.put('/ai/platform-purposes', { records: body.records });
    }
  });

  test('the step of a flow talks until the customer asks for a person, who gets the queue of the step with a note', async () => {
    const office = await Office.of(stage, {}, '');
    const queueId = await office.queue('Vendas');
    const elements = [
      { id: 'start', type: 'startNode', position: { x: 0, y: 0 }, data: { label: 'Inicio' } },
      {
        id: 'bot',
        type: 'chatBotNode',
        position: { x: 300, y: 0 },
        data: { chatBotId: 'gpt-4', labelInput: 'Venda pães.', department: queueId },
      },
      { id: 'e', type: 'custom', source: 'start', sourceHandle: 'out', target: 'bot', targetHandle: 'in' },
    ];
    const flow = await office.admin.post<{ id: number }>('/flow', { title: 'Vendas', data: JSON.stringify(elements) });
    expect(flow.status).toBe(200);
    await office.admin.put(`/whatsapp-flow-options/connection/${office.connectionId}`, { flowId: flow.body.id });
    const number = office.number();
    const ticketId = await office.writes(number, 'Tem pão?\n#text Temos pão francês.');
    expect(await office.saidTimes(ticketId, 2)).toEqual([disclosure, 'Temos pão francês.']);
    expect(office.asked().at(-1)).toContain('Venda pães.');
    await office.arrives(number, 'E broa?\n#text Broa só amanhã.');
    expect((await office.saidTimes(ticketId, 3)).at(-1)).toBe('Broa só amanhã.');
    const before = office.asked().length;
    await office.arrives(number, 'quero falar com uma pessoa');
    expect((await office.saidTimes(ticketId, 4)).at(-1)).toBe(handover);
    await eventually(async () => (await office.ticket(ticketId))?.queueId === queueId);
    expect((await office.notes(ticketId))[0]).toContain('o cliente pediu uma pessoa');
    expect(office.asked()).toHaveLength(before);
  });

  test('nothing of questions, answers, instructions, keys and numbers is in the log', async () => {
    const office = await Office.of(stage, {}, 'Instrução secreta abacaxi.');
    const number = office.number();
    const ticketId = await office.writes(number, 'Minha pergunta cajuína?\n#text Minha resposta jabuticaba.');
    await office.saidTimes(ticketId, 2);
    await office.arrives(number, 'Outra\n#quota');
    await office.saidTimes(ticketId, 3);
    const log = lines.join('\n');
    for (const secret of ['abacaxi', 'cajuína', 'jabuticaba', 'sk-platform-secret', number])
      expect(log).not.toContain(secret);
  });
});
