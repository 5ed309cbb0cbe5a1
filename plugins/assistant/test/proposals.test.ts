import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import { eventually } from '@balcao/testing';
import { anonymous } from '../server/growth/anonymous.ts';
import type { Proposal } from '../server/growth/proposal-rows.ts';
import { proposeFromResolved } from '../server/growth/propose-job.ts';
import { proposeFromTicket } from '../server/growth/propose.ts';
import { recordGap } from '../server/knowledge/gaps.ts';
import { Office, openStage, type Stage } from './office.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 180_000);
afterAll(() => stage?.close());

interface Listed {
  isOn: boolean;
  reason: string | null;
  records: Proposal[];
}
const list = async (office: Office, settled = false): Promise<Proposal[]> =>
  (await office.admin.get<Listed>(`/assistant/proposals?settled=${settled}`)).body.records;
const entry = (question: string, answer: string, more: object = {}): string =>
  `#text ${JSON.stringify({ isUseful: true, question, answer, conflicts: [], ...more })}`;
/** A customer asks, a person answers and resolves; the words of the customer script the model. */
const resolved = async (office: Office, asked: string, said: string): Promise<number> => {
  const ticketId = await office.writes(office.number(), asked);
  await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id, from: 'pending' });
  if (said !== '') await office.admin.post(`/messages/${ticketId}`, { body: said });
  const { status } = await office.admin.put(`/tickets/${ticketId}`, { status: 'closed', from: 'open' });
  expect(status).toBe(200);
  return ticketId;
};
const attempts = (office: Office, ticketId: number) =>
  office.scope.sql.rows<{ state: string }>(
    sql`select state from assistant.proposal where ticket_id = ${ticketId} order by id`,
  );
const knows = async (office: Office, question: string): Promise<boolean> =>
  (await office.admin.post<{ isFound: boolean }>('/assistant/ask', { question })).body.isFound;
const opened = async (): Promise<Office> => {
  const office = await Office.of(stage, {}, '');
  await office.admin.put('/assistant/proposals/switch', { isOn: true });
  return office;
};

describe('Answers proposed from resolved conversations', () => {
  test('nothing is read or asked until a person switches it on', async () => {
    const office = await Office.of(stage, {}, '');
    expect((await office.admin.get<Listed>('/assistant/proposals')).body).toEqual({
      isOn: false,
      reason: null,
      records: [],
    });
    const before = office.asked().length;
    await resolved(office, `Quanto custa?\n${entry('Quanto custa?', 'Custa R$ 90.')}`, 'Custa R$ 90.');
    await office.admin.put('/assistant/proposals/switch', { isOn: true });
    const later = await resolved(
      office,
      `Onde ficam?\n${entry('Onde ficam?', 'Na rua Sete, 90.')}`,
      'Na rua Sete, 90.',
    );
    await eventually(async () => (await list(office)).length === 1);
    expect((await list(office))[0]?.ticket?.id).toBe(later);
    expect(office.asked()).toHaveLength(before + 1);
  });

  test('a draft waits for a person, is unknown to the assistant until accepted, and then answers; edits and rejections are kept', async () => {
    const office = await opened();
    const script = entry('Quanto custa a consulta?', 'A consulta custa R$ 250,00 e vale por 30 dias.');
    await resolved(office, `Quanto é a consulta?\n${script}`, 'A consulta é R$ 250,00, e vale por 30 dias.');
    await eventually(async () => (await list(office)).length === 1);
    const [draft] = await list(office);
    expect(draft).toMatchObject({ question: 'Quanto custa a consulta?', conversations: 1, seen: 1, state: 'open' });
    expect(await knows(office, 'Quanto custa a consulta?')).toBe(false);
    // The same again is counted, not listed twice.
    await resolved(office, `E a consulta?\n${script}`, 'R$ 250,00, vale 30 dias.');
    await eventually(async () => (await list(office))[0]?.seen === 2);
    const path = `/assistant/proposals/${draft?.id}`;
    const accepted = await office.admin.post<{ faqId: number }>(`${path}/accept`, {
      question: 'Quanto custa a consulta?',
      answer: 'A primeira consulta custa R$ 250,00.',
      isGolden: true,
    });
    expect(accepted.status).toBe(200);
    expect(await knows(office, 'Quanto custa a consulta?')).toBe(true);
    expect(await list(office)).toEqual([]);
    expect((await list(office, true)).map(({ state }) => state)).toEqual(['accepted']);
    expect((await office.admin.get<{ must: string[] }[]>('/assistant/golden')).body[0]?.must).toEqual(['R$ 250,00']);
    expect((await office.admin.post(`${path}/accept`, { question: 'a', answer: 'b' })).status).toBe(404);
    // Known now, it is not proposed any more.
    const third = await resolved(office, `Consulta?\n${script}`, 'R$ 250,00, vale 30 dias.');
    await eventually(async () => (await attempts(office, third)).length === 1);
    expect(await list(office)).toEqual([]);
    expect((await office.admin.get<{ edited: number }>('/assistant/acceptance')).body).toMatchObject({
      drafts: { proposed: 1, accepted: 1, edited: 1, rejected: 0 },
    });
  });

  test('of two people who accept one draft at once the first teaches it, and the other hears that it is settled', async () => {
    const office = await opened();
    const words = entry('Vocês atendem aos sábados?', 'Sim, aos sábados até meio-dia.');
    const ticketId = await resolved(office, `Abrem no sábado?\n${words}`, 'Sim, aos sábados até meio-dia.');
    await eventually(async () => (await attempts(office, ticketId)).length > 0);
    const draft = await eventually(async () => (await list(office))[0]);
    const colleague = await office.company.person('admin', 'Caio Menezes');
    const answers = await Promise.all(
      [
        { person: office.admin, answer: 'Sim, até meio-dia.' },
        { person: colleague, answer: 'Sim, até as doze.' },
      ].map(({ person, answer }) =>
        person.post<{ error?: string }>(`/assistant/proposals/${draft.id}/accept`, {
          question: draft.question,
          answer,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 404)?.body.error).toBe('ERR_NO_PROPOSAL_FOUND');
    const taught = await office.scope.sql.rows(sql`select 1 from assistant.faq`);
    expect(taught).toHaveLength(1);
  });

  test('what a person rejected does not come back, unless they take that back', async () => {
    const office = await opened();
    const script = entry('Vocês abrem no sábado?', 'Sim, das 9h às 12h.');
    await resolved(office, `Abrem sábado?\n${script}`, 'Sim, das 9h às 12h.');
    await eventually(async () => (await list(office)).length === 1);
    const id = (await list(office))[0]?.id;
    expect((await office.admin.post(`/assistant/proposals/${id}/reject`, {})).body).toMatchObject({
      state: 'rejected',
    });
    expect((await office.admin.post(`/assistant/proposals/${id}/reject`, {})).status).toBe(404);
    const again = await resolved(office, `Sábado?\n${script}`, 'Das 9h às 12h.');
    await eventually(async () => (await attempts(office, again)).length === 1);
    await eventually(async () => (await list(office, true))[0]?.seen === 2);
    expect(await list(office)).toEqual([]);
    await office.admin.post(`/assistant/proposals/${id}/reject`, { isRejected: false });
    expect((await list(office)).map((row) => row.id)).toEqual([id]);
  });

  test('nobody’s personal data leave with it or stay in it, even where masking is off, and a text with a removed one is not accepted', async () => {
    const office = await Office.of(stage, { aiMask: false }, '');
    await office.admin.put('/assistant/proposals/switch', { isOn: true });
    const said = 'Sim, Cliente! Ligue para (11) 98888-7777, CPF 529.982.247-25, processo 5004312-13.2025.4.03.6183.';
    const before = office.asked().length;
    await resolved(
      office,
      `Atendem em Santo André?\n${entry('Atendem em Santo André?', 'Sim, ligue para [•••].')}`,
      said,
    );
    await eventually(async () => (await list(office)).length === 1);
    const sent = office.asked().slice(before).join('\n');
    for (const secret of ['98888', '529.982', '5004312', 'Sim, Cliente']) expect(sent).not.toContain(secret);
    const [draft] = await list(office);
    const refused = await office.admin.post<{ fields: object }>(`/assistant/proposals/${draft?.id}/accept`, {
      question: draft?.question,
      answer: draft?.answer,
    });
    expect([refused.status, refused.body.fields]).toEqual([400, { answer: 'ERR_CONCEALED' }]);
    expect(
      anonymous(office.scope, 'Maria da Silva, NB 42/198.334.127-0, R$ 1.250.000,00 em 05/11/2026', ['Maria da Silva']),
    ).toBe('[•••], NB [•••], R$ 1.250.000,00 em 05/11/2026');
  });

  test('without words of a person, with figures that nobody said, or with a useless answer there is no draft, and a repeated call asks once', async () => {
    const office = await opened();
    const begun = office.asked().length;
    const silent = await resolved(office, `Oi\n${entry('Oi?', 'Olá.')}`, '');
    const invented = await resolved(office, `Prazo?\n${entry('Qual o prazo?', 'São 45 dias.')}`, 'Uns 30 dias.');
    const useless = await resolved(office, `Tchau\n${entry('', '', { isUseful: false })}`, 'Até logo.');
    for (const ticketId of [invented, useless])
      await eventually(async () => (await attempts(office, ticketId)).length === 1);
    // Each was asked about once; the attempt is noted before.
    await eventually(() => Promise.resolve(office.asked().length === begun + 2));
    const before = begun + 2;
    await proposeFromTicket(office.scope, useless, 'x');
    await proposeFromTicket(office.scope, useless, 'x');
    expect(office.asked()).toHaveLength(before + 1);
    expect(await list(office)).toEqual([]);
    expect(await attempts(office, silent)).toEqual([]);
  });

  test('another company sees and settles none of them, an attendant neither, and an erased customer takes the open ones along', async () => {
    const office = await opened();
    const ticketId = await resolved(office, `Pix?\n${entry('Aceitam Pix?', 'Sim.')}`, 'Sim, aceitamos.');
    await eventually(async () => (await list(office)).length === 1);
    const id = (await list(office))[0]?.id;
    const other = await Office.of(stage, {}, '');
    const person = await office.company.person('user', 'Caio Menezes');
    for (const who of [other.admin, person])
      expect([403, 404]).toContain((await who.post(`/assistant/proposals/${id}/reject`, {})).status);
    expect(await list(other)).toEqual([]);
    const contact = await office.scope.sql.one<{ id: number }>(
      sql`select contact_id as id from tickets.public_ticket where id = ${ticketId}`,
    );
    const scope = office.company.scope('contacts');
    const part = [...scope.contributions(personalData)].find(({ item }) => item.id === 'assistant');
    const rows = [];
    for await (const row of part?.item.collect(contact?.id ?? 0, part.scope) ?? []) rows.push(row);
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'drafted-answer' }));
    await part?.item.erase(contact?.id ?? 0, part.scope);
    expect(await list(office)).toEqual([]);
    await office.admin.put('/ai/company-purposes', { records: [{ purpose: 'suggest', isOn: false }] });
    const before = office.asked().length;
    const off = await resolved(office, `Troco?\n${entry('Dão troco?', 'Sim.')}`, 'Sim.');
    await proposeFromResolved(office.scope, { ticketId: off, at: 'later' });
    expect(office.asked()).toHaveLength(before);
    await office.admin.put('/ai/company-purposes', { records: [{ purpose: 'suggest', isOn: true }] });
    const on = await resolved(office, `Cartão?\n${entry('Aceitam cartão?', 'Sim.')}`, 'Sim.');
    await eventually(async () => (await list(office)).some(({ ticket }) => ticket?.id === on));
  });
});

describe('Answers proposed for gaps', () => {
  interface Detail {
    proposal: Proposal | null;
  }
  const gapOf = async (office: Office): Promise<number> =>
    (await office.admin.get<{ id: number }[]>('/assistant/gaps')).body[0]?.id ?? 0;

  test('the answer is drafted from what people wrote to those who asked, with what they contradict each other in, and taught when approved', async () => {
    const office = await Office.of(stage, {}, '');
    const script = entry('', 'A consulta custa R$ 250,00.', { conflicts: ['Uma conversa diz R$ 200,00.'] });
    for (const price of ['R$ 250,00', `R$ 200,00\n${script}`]) {
      const ticketId = await office.writes(office.number(), 'Quanto custa a consulta?');
      await recordGap(office.scope, 'Quanto custa a consulta?', ticketId);
      await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id, from: 'pending' });
      await office.admin.post(`/messages/${ticketId}`, { body: `A consulta custa ${price}` });
    }
    const id = await gapOf(office);
    const drafted = await office.admin.post<Proposal>(`/assistant/gaps/${id}/propose`);
    expect([drafted.status, drafted.body]).toMatchObject([
      200,
      {
        answer: 'A consulta custa R$ 250,00.',
        conversations: 2,
        conflicts: ['Uma conversa diz R$ 200,00.'],
        gapId: id,
      },
    ]);
    expect((await office.admin.get<Detail>(`/assistant/gaps/${id}`)).body.proposal?.id).toBe(drafted.body.id);
    // It is the gap's, and not one of the list beside it.
    expect(await list(office)).toEqual([]);
    expect(await knows(office, 'Quanto custa a consulta?')).toBe(false);
    await office.admin.post(`/assistant/gaps/${id}/answer`, {
      question: 'Quanto custa a consulta?',
      answer: 'A consulta custa R$ 250,00.',
    });
    expect(await knows(office, 'Quanto custa a consulta?')).toBe(true);
    expect((await office.admin.get<object>('/assistant/acceptance')).body).toMatchObject({
      drafts: { proposed: 1, accepted: 1, edited: 0, rejected: 0 },
    });
  });

  test('a draft goes with the conversations that it was made from, and keeps no words of a customer that were erased', async () => {
    const office = await Office.of(stage, {}, '');
    const asks = async (question: string, said: string): Promise<number> => {
      const ticketId = await office.writes(office.number(), question);
      await recordGap(office.scope, question, ticketId);
      if (said === '') return ticketId;
      await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id, from: 'pending' });
      await office.admin.post(`/messages/${ticketId}`, { body: said });
      return ticketId;
    };
    const drafted = async (question: string): Promise<number> => {
      const gap = (await office.admin.get<{ id: number; question: string }[]>('/assistant/gaps')).body.find(
        (one) => one.question === question,
      );
      expect((await office.admin.post(`/assistant/gaps/${gap?.id}/propose`)).status).toBe(200);
      return gap?.id ?? 0;
    };
    const draftOf = async (id: number) =>
      (await office.admin.get<Detail & { question: string }>(`/assistant/gaps/${id}`)).body;
    // One was made from an old conversation beside a new one, the other from a new one alone.
    const old = await asks('Fazem inventário?', 'Sim, fazemos.');
    await asks('Fazem inventário?', `Sim, fazemos.\n${entry('', 'Sim, fazemos.')}`);
    const first = await asks('Sou a Rosa, atendem em Santos?', '');
    await asks('Atendem em Santos? Sou eu, atendem?', `Sim, lá.\n${entry('', 'Sim, lá.')}`);
    const gone = await drafted('Fazem inventário?');
    const stays = await drafted('Sou a Rosa, atendem em Santos?');
    expect([(await draftOf(gone)).proposal?.answer, (await draftOf(stays)).proposal?.answer]).toEqual([
      'Sim, fazemos.',
      'Sim, lá.',
    ]);
    for (const id of [old, first]) {
      await office.company
        .scope('tickets')
        .sql.run(
          sql`update tickets.ticket set status = 'closed', closed_at = now() - interval '2 years' where id = ${id}`,
        );
      await office.scope.sql.run(
        sql`update assistant.gap_ask set at = now() - interval '2 years' where ticket_id = ${id}`,
      );
    }
    const part = [...office.company.scope('contacts').contributions(personalData)].find(
      ({ item }) => item.id === 'assistant',
    );
    await part?.item.eraseBefore?.(new Date(Date.now() - 365 * 86_400_000), 100, part.scope);
    expect((await draftOf(gone)).proposal).toBeNull();
    expect(await draftOf(stays)).toMatchObject({
      question: 'Atendem em Santos? Sou eu, atendem?',
      proposal: { question: 'Atendem em Santos? Sou eu, atendem?', answer: 'Sim, lá.' },
    });
    // A deleted conversation takes its draft along, too.
    const deleted = await asks('Fazem usucapião?', `Sim.\n${entry('', 'Sim.')}`);
    const usucapiao = await drafted('Fazem usucapião?');
    await office.admin.delete(`/tickets/${deleted}`);
    await eventually(async () => (await draftOf(usucapiao)).proposal === null);
  });

  test('nobody answered it yet: that is said, and nothing is made up; without a model the reason is said', async () => {
    const office = await Office.of(stage, {}, '');
    const ticketId = await office.writes(office.number(), 'Fazem divórcio no cartório?');
    await recordGap(office.scope, 'Fazem divórcio no cartório?', ticketId);
    const id = await gapOf(office);
    const before = office.asked().length;
    const none = await office.admin.post<{ error: string }>(`/assistant/gaps/${id}/propose`);
    expect([none.status, none.body.error]).toEqual([409, 'ERR_NOTHING_TO_PROPOSE']);
    expect(office.asked()).toHaveLength(before);
    await office.admin.post(`/messages/${ticketId}`, { body: 'Sim, fazemos.' });
    await office.admin.put('/ai/company-purposes', { records: [{ purpose: 'suggest', isOn: false }] });
    const off = await office.admin.post<{ error: string }>(`/assistant/gaps/${id}/propose`);
    expect([off.status, off.body.error]).toEqual([409, 'ERR_AI_OFF']);
    expect((await office.admin.get<Listed>('/assistant/proposals')).body.reason).toBe('ERR_AI_OFF');
  });

  test('a resolved conversation that asked a gap gives the draft of this gap; with the use of models switched off nothing is asked', async () => {
    const office = await opened();
    const ticketId = await office.writes(office.number(), 'Parcelam em 12 vezes?');
    await recordGap(office.scope, 'Parcelam em 12 vezes?', ticketId);
    const said = `Sim, em 12 vezes.\n${entry('', 'Sim, em até 12 vezes.')}`;
    await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id, from: 'pending' });
    await office.admin.post(`/messages/${ticketId}`, { body: said });
    await office.admin.put(`/tickets/${ticketId}`, { status: 'closed', from: 'open' });
    const id = await gapOf(office);
    await eventually(
      async () =>
        (await office.admin.get<Detail>(`/assistant/gaps/${id}`)).body.proposal?.answer === 'Sim, em até 12 vezes.',
    );
    expect(await list(office)).toEqual([]);
    await office.admin.put('/ai/company-purposes', { records: [{ purpose: 'suggest', isOn: false }] });
    const before = office.asked().length;
    const off = await resolved(office, `Troco?\n${entry('Dão troco?', 'Sim.')}`, 'Sim.');
    await proposeFromResolved(office.scope, { ticketId: off, at: 'later' });
    expect(office.asked()).toHaveLength(before);
    await office.admin.put('/ai/company-purposes', { records: [{ purpose: 'suggest', isOn: true }] });
    const on = await resolved(office, `Cartão?\n${entry('Aceitam cartão?', 'Sim.')}`, 'Sim.');
    await eventually(async () => (await list(office)).some(({ ticket }) => ticket?.id === on));
  });
});
