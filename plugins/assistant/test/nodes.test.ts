import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually } from '@balcao/testing';
import { ticketChanged } from '@balcao/tickets/contract';
import { sweepTurns, tidyTurns } from '../contract.ts';
import { answerConversation, companiesLeft, sweep } from '../server/conversation/turns.ts';
import { runEvaluation } from '../server/evaluation/evaluate-job.ts';
import { companiesDue, doneByJob } from '../../../scripts/test/due-jobs.ts';
import { disclosure, handover, Office, openStage, type Stage } from './office.ts';

let stage: Stage;
let office: Office;
let node: ChildProcess;
const start = async (): Promise<void> => {
  node = fork(path.join(import.meta.dirname, 'worker.ts'), [stage.host.databaseUrl, stage.host.dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  await once(node, 'message');
};
beforeAll(async () => {
  stage = await openStage();
  // Nobody answers by itself within these tests: the turn is due when a test says so.
  office = await Office.of(stage, { assistantWaitSeconds: 20 });
  await start();
}, 180_000);
afterAll(async () => {
  node?.kill();
  await stage?.close();
});

const due = async (words: string): Promise<number> => {
  const ticketId = await office.writes(office.number(), words);
  await eventually(async () => {
    const waiting = await office.scope.sql.run(
      sql`update assistant.conversation set due_at = now() - interval '1 second' where ticket_id = ${ticketId} and due_at is not null`,
    );
    return waiting > 0;
  });
  return ticketId;
};
const onNode = (ticketId: number): void => void node.send({ companyId: office.company.id, ticketId });

test('two servers that answer the same conversation at once ask the model once and send one answer', async () => {
  const ticketId = await due('Oi\n#slow 300\n#text Olá!');
  const before = office.asked().length;
  const answered = once(node, 'message');
  onNode(ticketId);
  await answerConversation(office.scope, ticketId);
  await answered;
  expect(await office.saidTimes(ticketId, 2)).toEqual([disclosure, 'Olá!']);
  expect(office.asked()).toHaveLength(before + 1);
  expect((await office.runs(ticketId)).map(({ state }) => state)).toEqual(['sent']);
});

test('a server that begins an answer while another one finishes it asks nothing again', async () => {
  const ticketId = await due('E amanhã?\n#text Amanhã também.');
  const before = office.asked().length;
  const other = await stage.host.kernel.database.owner.connect();
  try {
    await other.query('begin');
    // This one has read that a message waits, and may not begin yet.
    await other.query('lock table assistant.run in access exclusive mode');
    const answered = answerConversation(office.scope, ticketId);
    await eventually(async () => {
      const { rows } = await stage.host.kernel.database.owner.query(
        `select 1 from pg_locks where relation = 'assistant.run'::regclass and not granted`,
      );
      return rows.length > 0;
    });
    await other.query('update assistant.conversation set answered_id = inbox_id, due_at = null where ticket_id = $1', [
      ticketId,
    ]);
    await other.query('commit');
    await answered;
  } finally {
    other.release(true);
  }
  expect(office.asked()).toHaveLength(before);
  expect([await office.said(ticketId), await office.runs(ticketId)]).toEqual([[], []]);
});

test('when a server dies in the middle of an answer another one writes it, and nothing is sent twice', async () => {
  const ticketId = await due('Até quando?\n#hang\n#text Até sexta-feira.');
  const before = office.asked().length;
  onNode(ticketId);
  await eventually(() => Promise.resolve(office.asked().length > before));
  node.kill('SIGKILL');
  await once(node, 'exit');
  // The answer of the model, which nobody reads any more.
  stage.ai.release();
  // Meanwhile it seems to be in work: nobody begins it again.
  await answerConversation(office.scope, ticketId);
  expect((await office.runs(ticketId)).map(({ state }) => state)).toEqual(['running']);
  expect(await office.said(ticketId)).toEqual([]);
  await office.scope.sql.run(
    sql`update assistant.run set started_at = now() - interval '3 minutes' where ticket_id = ${ticketId}`,
  );
  await office.scope.sql.run(
    sql`update assistant.conversation set due_at = now() - interval '3 minutes' where ticket_id = ${ticketId}`,
  );
  await sweep(office.scope);
  await eventually(async () => {
    stage.ai.release();
    return (await office.said(ticketId)).length === 2;
  });
  expect(await office.said(ticketId)).toEqual([disclosure, 'Até sexta-feira.']);
  expect((await office.runs(ticketId)).map(({ state, why }) => [state, why])).toEqual([
    ['failed', 'lost'],
    ['sent', null],
  ]);
  await sweep(office.scope);
  await answerConversation(office.scope, ticketId);
  expect(await office.said(ticketId)).toHaveLength(2);
});

test('when a server dies after a virtual colleague took a conversation up, another one answers what waits, or hands over', async () => {
  const own = await Office.of(stage, {}, '');
  const robot = await own.robot('Lia');
  const left = async (words: string): Promise<number> => {
    const ticketId = await own.writes(own.number(), words);
    const inTickets = own.company.scope('tickets');
    // As the transaction of the dead server left it: nothing that waits was noted.
    await inTickets.sql.run(
      sql`update tickets.ticket set status = 'open', user_id = ${robot.id}, automatic_by = 'assistant', routing = 'done'
           where id = ${ticketId}`,
    );
    await own.scope.sql.run(
      sql`insert into assistant.conversation (ticket_id, user_id, prompt) values (${ticketId}, ${robot.id}, '')`,
    );
    // The event that it did not finish comes to another server.
    await inTickets.emit(ticketChanged, `ticket:${ticketId}`, {
      ticketId,
      action: 'transfer',
      status: 'open',
      userId: robot.id,
      queueId: null,
      at: new Date().toISOString(),
    });
    return ticketId;
  };
  const asked = await left('Oi\n#text Sou a Lia.');
  expect(await own.saidTimes(asked, 2)).toEqual([disclosure, 'Sou a Lia.']);
  const before = own.asked().length;
  const wished = await left('Quero falar com um atendente');
  expect(await own.saidTimes(wished, 1)).toEqual([handover]);
  await eventually(async () => (await own.ticket(wished))?.userId === null);
  expect(await own.runs(wished)).toEqual([{ state: 'handed', why: 'person', calls: 0, tools: [] }]);
  expect(own.asked()).toHaveLength(before);
});

test('when a server dies in the middle of an evaluation another one writes what is left, and asks nothing twice', async () => {
  await start();
  const made = await office.scope.sql.one<{ id: number }>(
    sql`insert into assistant.evaluation (candidate, labels) values ('{"versionId": null, "model": null, "sourceIds": []}', '{"old": null, "new": {"version": null, "model": "sim-1", "sources": []}}') returning id`,
  );
  const id = made?.id ?? 0;
  const questions = ['Um?\n#text Primeira.', 'Dois?\n#text Segunda.', 'Três?\n#hang\n#text Terceira.'];
  for (const [n, question] of questions.entries())
    await office.scope.sql.run(
      sql`insert into assistant.evaluation_item (evaluation_id, n, side, question, expected)
          values (${id}, ${n}, 'new', ${question}, '{"must": [], "mustNot": ["x"], "tool": null, "sourceId": null}')`,
    );
  const read = async () =>
    (
      await office.admin.get<{
        evaluation: { state: string; done: number };
        pairs: { new: { state: string; text: string } }[];
      }>(`/assistant/evaluations/${id}`)
    ).body;
  const before = office.asked().length;
  node.send({ companyId: office.company.id, evaluationId: id });
  await eventually(async () => (await read()).evaluation.done === 2 && office.asked().length === before + 3);
  // It lives: nobody else begins.
  await runEvaluation(office.scope, id, 0);
  expect(office.asked()).toHaveLength(before + 3);
  node.kill('SIGKILL');
  await once(node, 'exit');
  stage.ai.release();
  await office.scope.sql.run(
    sql`update assistant.evaluation set seen_at = now() - interval '1 minute' where id = ${id}`,
  );
  await sweep(office.scope);
  await eventually(async () => {
    stage.ai.release();
    return (await read()).evaluation.state === 'done';
  });
  const { pairs } = await read();
  expect(pairs.map((pair) => pair.new.text)).toEqual(['Primeira.', 'Segunda.', 'Terceira.']);
  // Of the three questions only the one that was being asked was asked again.
  expect(office.asked()).toHaveLength(before + 4);
});

test('the job of each minute runs where a dead server left something, and not where people took it over', async () => {
  const [left, idle] = [await Office.of(stage), await Office.of(stage)];
  const { host } = stage;
  const found = () => companiesDue(host, companiesLeft);
  const evaluation = async (own: Office, ageSeconds: number): Promise<number> => {
    const row = await own.scope.sql.one<{ id: number }>(
      sql`insert into assistant.evaluation (candidate, labels, seen_at)
          values ('{"versionId": null, "model": null, "sourceIds": []}', '{"old": null, "new": {"version": null, "model": "sim-1", "sources": []}}',
                  now() - make_interval(secs => ${ageSeconds}::int)) returning id`,
    );
    return row?.id ?? 0;
  };
  await evaluation(idle, 1);
  const id = await evaluation(left, 60);
  expect(await found()).toContain(left.company.id);
  expect(await found()).not.toContain(idle.company.id);
  await doneByJob(host, sweepTurns, async () => {
    const row = await left.scope.sql.one<{ state: string }>(
      sql`select state from assistant.evaluation where id = ${id}`,
    );
    return row?.state !== 'running';
  });
  expect(await found()).not.toContain(left.company.id);
  const ticketId = await left.writes(left.number(), 'Oi\n#text Olá!');
  await left.saidTimes(ticketId, 2);
  // As a dead server left it: the message waits, and no job is there for it.
  const unanswered = () =>
    left.scope.sql.run(
      sql`update assistant.conversation set answered_id = 0, first_at = null, due_at = now() - interval '2 hours' where ticket_id = ${ticketId}`,
    );
  await unanswered();
  expect(await found()).toContain(left.company.id);
  await doneByJob(host, sweepTurns, async () => {
    return (await left.runs(ticketId)).length === 2;
  });
  await eventually(async () => (await left.runs(ticketId)).every(({ state }) => state !== 'running'));
  await unanswered();
  await left.company
    .scope('tickets')
    .sql.run(sql`update tickets.ticket set automatic_by = null where id = ${ticketId}`);
  expect(await found()).not.toContain(left.company.id);
  await left.scope.jobs.schedule(tidyTurns, {});
  await eventually(
    async () =>
      (await left.scope.sql.one(
        sql`select 1 from assistant.conversation where ticket_id = ${ticketId} and due_at is null`,
      )) !== undefined,
  );
});
