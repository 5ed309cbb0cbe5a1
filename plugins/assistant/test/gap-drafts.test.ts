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
