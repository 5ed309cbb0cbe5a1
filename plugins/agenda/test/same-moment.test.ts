import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import type { EntryView } from '../contract.ts';
import { sendAllDue, sendDue } from '../server/message/send.ts';
import { hours, Office, startServer, type Answer, type Failure } from './office.ts';

let phones: Phones;
let host: TestHost;
let other: TestHost;
let office: Office;
let bia: Person;

beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
  other = await startServer(host);
  office = await Office.of(host);
  bia = await office.company.person('gestor', 'Bia');
}, 120_000);
afterAll(async () => {
  await other?.close();
  await host?.close();
  phones?.close();
});

test('of two people who change a message or an entry at once one is told that the other was faster', async () => {
  const { admin } = office.company;
  const { id: contactId } = await office.contact();
  const { body: message } = await office.schedule({ contactId });
  const { body: entry } = await admin.post<EntryView>('/scheduleforms', { title: 'Audiência', date: hours(5) });
  for (const [path, change, code] of [
    [`/schedules/${message.id}`, { body: 'Texto novo', version: message.version }, 'ERR_SCHEDULE_CHANGED'],
    [`/scheduleforms/${entry.id}`, { title: 'Título novo', version: entry.version }, 'ERR_ENTRY_CHANGED'],
  ] as const) {
    const answers = await Promise.all([admin.put<Failure>(path, change), bia.put<Failure>(path, change)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe(code);
  }
});

test('a message that is deleted or moved at the moment of its sending either leaves, or the change holds', async () => {
  const nodes = [office.scope, other.kernel.scope(office.company.id, 'agenda')] as const;
  for (let round = 0; round < 12; round += 1) {
    const { id: contactId, number } = await office.contact();
    const { body } = await office.schedule({ contactId });
    await office.makeDue(body.id);
    const change = (): Promise<{ status: number }> =>
      round % 2 === 0
        ? office.company.admin.delete(`/schedules/${body.id}`)
        : bia.put<Answer>(`/schedules/${body.id}`, { sendAt: hours(9) });
    const [answer] = await Promise.all([change(), ...nodes.map((node) => sendDue(node, body.id))]);
    await Promise.all(nodes.map((node) => sendAllDue(node)));
    const left = await office.scope.sql.one<{ count: number }>(office.messagesTo(number));
    const stored = await office.company.admin.get<Answer>(`/schedules/${body.id}`);
    // A sent message may be removed from the agenda; it stays in its conversation.
    if (round % 2 === 0) expect([200, 409]).toContain(answer.status);
    else
      expect([answer.status, left?.count, stored.body.status]).toEqual(
        answer.status === 200 ? [200, 0, 'PENDENTE'] : [409, 1, 'ENVIADA'],
      );
    expect(left?.count).toBeLessThanOrEqual(1);
    if (stored.status === 200) expect(left?.count).toBe(stored.body.status === 'ENVIADA' ? 1 : 0);
  }
});

test('two nodes that send everything due at once send each message once', async () => {
  const numbers: string[] = [];
  for (let index = 0; index < 30; index += 1) {
    const { id: contactId, number } = await office.contact(`Cliente ${index}`);
    const { body } = await office.schedule({ contactId, body: 'Lembrete do prazo' });
    await office.makeDue(body.id, 60);
    numbers.push(number);
  }
  await Promise.all([sendAllDue(office.scope), sendAllDue(other.kernel.scope(office.company.id, 'agenda'))]);
  for (const number of numbers)
    expect((await office.scope.sql.one<{ count: number }>(office.messagesTo(number)))?.count).toBe(1);
  const { body } = await office.company.admin.get<{ schedules: Answer[] }>('/schedules?searchParam=lembrete do prazo');
  expect(body.schedules).toHaveLength(20);
  expect(body.schedules.every(({ lateMinutes }) => lateMinutes !== null && lateMinutes >= 60)).toBe(true);
});
