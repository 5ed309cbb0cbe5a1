import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@balcao/testing';
import { Office, openStage, type Stage } from './office.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 180_000);
afterAll(() => stage?.close());

interface Outcomes {
  ended: number;
  waiting: number;
  settled: number;
  resolved: number;
  returned: number;
  handed: number;
  costMicros: number | null;
  answers: number;
  unsourced: number;
  reasons: { reason: string; count: number }[];
}
const outcomes = async (office: Office): Promise<Outcomes> =>
  (await office.admin.get<Outcomes>('/assistant/outcomes')).body;

const close = async (office: Office, ticketId: number): Promise<void> => {
  const { status } = await office.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
  expect(status).toBe(200);
};
/** Puts everything about a conversation into the past. */
const past = async (ticketId: number, hours: number): Promise<void> => {
  const { owner } = stage.host.kernel.database;
  const by = `interval '${hours} hours'`;
  await owner.query(`update tickets.log set created_at = created_at - ${by} where ticket_id = $1`, [ticketId]);
  await owner.query(`update tickets.message set sent_at = sent_at - ${by} where ticket_id = $1`, [ticketId]);
  await owner.query(`update tickets.ticket set created_at = created_at - ${by} where id = $1`, [ticketId]);
  await owner.query(
    `update assistant.run set started_at = started_at - ${by}, ended_at = ended_at - ${by} where ticket_id = $1`,
    [ticketId],
  );
};
/** The assistant answers a customer. */
const answered = async (office: Office, number = office.number()): Promise<number> => {
  const ticketId = await office.writes(number, 'Abrem hoje?\n#text Sim.');
  await office.saidTimes(ticketId, 2);
  return ticketId;
};

test('only closed conversations without words of a person count as resolved, and only once 72 hours have passed without a return', async () => {
  const office = await Office.of(stage);
  expect(await outcomes(office)).toMatchObject({ ended: 0, settled: 0, resolved: 0, reasons: [] });
  const alone = await answered(office);
  await close(office, alone);
  expect(await outcomes(office)).toMatchObject({ ended: 1, waiting: 1, settled: 0, resolved: 0, unsourced: 1 });
  await past(alone, 80);
  expect(await outcomes(office)).toMatchObject({ ended: 1, waiting: 0, settled: 1, resolved: 1, handed: 0 });

  const byPerson = await answered(office);
  await office.admin.put(`/tickets/${byPerson}`, { status: 'open', userId: office.admin.id });
  await office.admin.post(`/messages/${byPerson}`, { body: 'Sou a Marina, posso ajudar?' });
  await close(office, byPerson);
  await past(byPerson, 80);
  const handed = await office.writes(office.number(), 'Quero falar com uma pessoa');
  await office.saidTimes(handed, 1);
  await close(office, handed);
  await past(handed, 80);
  expect(await outcomes(office)).toMatchObject({
    settled: 3,
    resolved: 1,
    handed: 2,
    reasons: [{ reason: 'person', count: 1 }],
  });

  // The customer came back in time, and another one later than that.
  for (const [hours, expected] of [
    [80, { settled: 4, resolved: 1, returned: 1 }],
    [100, { settled: 5, resolved: 2, returned: 1 }],
  ] as const) {
    const number = office.number();
    const first = await answered(office, number);
    await close(office, first);
    await past(first, hours);
    // It came 70 hours after the closing, or 90.
    const next = await office.writes(number, 'Voltei\n#text Olá.');
    await eventually(async () => (await office.said(next)).includes('Olá.'));
    expect(next).not.toBe(first);
    await past(next, 10);
    expect(await outcomes(office)).toMatchObject(expected);
  }
  const other = await Office.of(stage);
  expect(await outcomes(other)).toMatchObject({ ended: 0, answers: 0, reasons: [] });
  const person = await office.company.person('user', 'Caio Menezes');
  expect((await person.get('/assistant/outcomes')).status).toBe(403);
});
