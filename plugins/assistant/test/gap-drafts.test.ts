import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import { eventually } from '@balcao/testing';
import { formerDrafts } from '../migrations/0013-former-drafts.ts';
import { recordGap } from '../server/knowledge/gaps.ts';
import { Office, openStage, type Stage } from './office.ts';

let stage: Stage;
let office: Office;
beforeAll(async () => {
  stage = await openStage();
  office = await Office.of(stage, {}, '');
}, 180_000);
afterAll(() => stage?.close());

const entry = (answer: string): string =>
  `#text ${JSON.stringify({ isUseful: true, question: '', answer, conflicts: [] })}`;
/** A customer asks what the knowledge does not answer, and a person says something, if anything. */
const asks = async (question: string, said = ''): Promise<number> => {
  const ticketId = await office.writes(office.number(), question);
  await recordGap(office.scope, question, ticketId);
  if (said === '') return ticketId;
  await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id, from: 'pending' });
  await office.admin.post(`/messages/${ticketId}`, { body: said });
  return ticketId;
};
const gapOf = async (question: string): Promise<number> => {
  const row = await office.scope.sql.one<{ id: number }>(
    sql`select gap_id as id from assistant.gap_ask where text = ${question} limit 1`,
  );
  return row?.id ?? 0;
};
const propose = (gapId: number) => office.admin.post<{ error?: string }>(`/assistant/gaps/${gapId}/propose`);
const drafted = async (question: string): Promise<number> => {
  const gapId = await gapOf(question);
  expect((await propose(gapId)).status).toBe(200);
  return gapId;
};
const draftOf = (gapId: number) =>
  office.scope.sql.one<{ state: string; answer: string }>(
    sql`select state, answer from assistant.proposal where gap_id = ${gapId}`,
  );
/** Erases the customer of a conversation, in the transaction of a scope of the plugin `contacts`. */
const erase = async (scope: Scope, ticketId: number): Promise<void> => {
  const contact = await office.scope.sql.one<{ id: number }>(
    sql`select contact_id as id from tickets.public_ticket where id = ${ticketId}`,
  );
  const part = [...scope.contributions(personalData)].find(({ item }) => item.id === 'assistant');
  await part?.item.erase(contact?.id ?? 0, part.scope);
};
const contacts = (): Scope => office.company.scope('contacts');
/** Waits until so many statements wait for locks of others. */
const blocked = (count: number) =>
  eventually(async () => {
    const { rows } = await stage.host.kernel.database.owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%assistant.%'`,
    );
    return rows[0]?.n === count;
  });
/** Has a gap with a draft written once more, which waits for the model until it is released. */
const rewriting = async (ticketId: number, gapId: number) => {
  await office.admin.post(`/messages/${ticketId}`, { body: 'Certo.\n#hang' });
  const before = office.asked().length;
  const answered = propose(gapId);
  await eventually(() => Promise.resolve(office.asked().length > before));
  return { answered };
};

test('drafts that former versions made are erased with the conversations of their gap, and those of erased ones at once', async () => {
  const first = await asks('Fazem inventário?', `Sim.\n${entry('Sim, fazemos.')}`);
  await asks('Fazem inventário?');
  const deleted = await asks('Fazem usucapião?', `Sim.\n${entry('Sim.')}`);
  await asks('Atendem em Santos?', `Sim, lá.\n${entry('Sim, lá.')}`);
  const [inventory, adverse, town] = [
    await drafted('Fazem inventário?'),
    await drafted('Fazem usucapião?'),
    await drafted('Atendem em Santos?'),
  ];
  // As those versions left them: the last one was made from two conversations, one of which was erased.
  await office.scope.sql.run(sql`update assistant.proposal set made_from = '{}'`);
  await office.scope.sql.run(sql`update assistant.proposal set conversations = 2 where gap_id = ${town}`);
  for (const statement of formerDrafts.sql) await stage.host.kernel.database.owner.query(statement);
  expect([await draftOf(inventory), await draftOf(adverse), await draftOf(town)]).toMatchObject([
    { answer: 'Sim, fazemos.' },
    { answer: 'Sim.' },
    undefined,
  ]);
  await erase(contacts(), first);
  expect(await draftOf(inventory)).toBeUndefined();
  await office.admin.delete(`/tickets/${deleted}`);
  await eventually(async () => (await draftOf(adverse)) === undefined);
});

test('a gap that a person answers while its draft is written anew stays answered, and the other one is told', async () => {
  const ticketId = await asks('Parcelam em 12 vezes?', `Sim.\n${entry('Sim, em 12 vezes.')}`);
  const gapId = await drafted('Parcelam em 12 vezes?');
  const { answered } = await rewriting(ticketId, gapId);
  const taught = await office.admin.post(`/assistant/gaps/${gapId}/answer`, {
    question: 'Parcelam em 12 vezes?',
    answer: 'Sim, em até 12 vezes.',
  });
  expect(taught.status).toBe(200);
  stage.ai.release();
  const late = await answered;
  expect([late.status, late.body.error]).toEqual([404, 'ERR_NO_GAP_FOUND']);
  expect(await draftOf(gapId)).toMatchObject({ state: 'accepted' });
});

test('a draft of a conversation that is erased in the same moment is not kept, whoever comes first', async () => {
  for (const isAskedByOthers of [true, false]) {
    const question = isAskedByOthers ? 'Cuidam de pensão?' : 'Ajudam na guarda dos filhos?';
    const ticketId = await asks(question, `Sim.\n${entry('Sim, cuidamos.')}`);
    if (isAskedByOthers) await asks(question);
    const gapId = await gapOf(question);
    const { answered } = await rewriting(ticketId, gapId);
    // The erasure came first, and ends after the draft waits to be stored.
    await contacts().tx(async (inner) => {
      await erase(inner, ticketId);
      stage.ai.release();
      await blocked(1);
    });
    const refused = await answered;
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_NOTHING_TO_PROPOSE']);
    expect(await draftOf(gapId)).toBeUndefined();
  }
  // The other way: the erasure comes while the draft is being stored, which somebody's lock delays.
  const ticketId = await asks('Fazem testamento?', `Sim.\n${entry('Sim, fazemos.')}`);
  await asks('Fazem testamento?');
  const gapId = await drafted('Fazem testamento?');
  const client = await stage.host.kernel.database.owner.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from assistant.proposal where gap_id = $1 for update', [gapId]);
    const stored = propose(gapId);
    await blocked(1);
    const erased = contacts().tx((inner) => erase(inner, ticketId));
    await blocked(2);
    await client.query('rollback');
    expect((await stored).status).toBe(200);
    await erased;
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await draftOf(gapId)).toBeUndefined();
});
