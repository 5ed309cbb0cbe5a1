import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { datePatterns, isDue, localTime, minuteOn } from '../server/occasions/calendar.ts';
import { lookAtCalendar } from '../server/occasions/run.ts';
import { drawing, FlowOffice, say, startFlows } from './flow-office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let second: TestHost;
beforeAll(async () => {
  host = await startFlows();
  second = await startFlows(host);
}, 180_000);
afterAll(async () => {
  await second?.close();
  await host?.close();
});

const zone = 'America/Sao_Paulo';
/** A Friday, at nine in São Paulo. */
const nine = new Date('2026-11-27T12:00:00Z');

test('hours of days, weeks and months come on the calendar of the company, with the last day for a day that a month lacks', () => {
  expect(minuteOn('flows.daily', '09:30', '2026-11-28')).toBe(570);
  expect(minuteOn('flows.workdays', '09:30', '2026-11-27')).toBe(570);
  expect(minuteOn('flows.workdays', '09:30', '2026-11-28')).toBeUndefined();
  expect(minuteOn('flows.weekly', '5', '2026-11-27')).toBe(540);
  expect(minuteOn('flows.weekly', '4', '2026-11-27')).toBeUndefined();
  expect(minuteOn('flows.monthly', '31', '2026-11-30')).toBe(540);
  expect(minuteOn('flows.monthly', '31', '2026-12-30')).toBeUndefined();
  for (const nonsense of ['', '25:00', '9', 'x'])
    expect(minuteOn('flows.daily', nonsense, '2026-11-27')).toBeUndefined();
});

test('an hour that was over when the flow was attached to it, or long ago, does not come', () => {
  const daily = (since: string) => ({ trigger: 'flows.daily', subject: '09:00', since: new Date(since) });
  const before = daily('2026-11-27T11:00:00Z');
  expect(isDue(before, nine, zone)).toBe(true);
  expect(isDue(before, new Date('2026-11-27T11:59:00Z'), zone)).toBe(false);
  expect(isDue(before, new Date('2026-11-27T15:00:00Z'), zone)).toBe(false);
  expect(isDue(daily('2026-11-27T12:05:00Z'), new Date('2026-11-27T12:06:00Z'), zone)).toBe(false);
});

test('dates are found as people write them, and a 29 February also in other years', () => {
  const matches = (day: string, value: string): boolean => {
    const { written, iso } = datePatterns(day);
    return new RegExp(written).test(value) || new RegExp(iso).test(value);
  };
  for (const value of ['05/03/1980', '5/3', ' 05.03.80 ', '1980-03-05'])
    expect(matches('2026-03-05', value)).toBe(true);
  for (const value of ['15/03/1980', '05/13/1980', '1980-05-03', 'hoje'])
    expect(matches('2026-03-05', value)).toBe(false);
  expect([matches('2026-02-28', '29/02/2000'), matches('2028-02-28', '29/02/2000')]).toEqual([true, false]);
});

/** A flow that starts at an occasion, attached to it long ago. */
const attached = async (office: FlowOffice, trigger: string, subject: string): Promise<void> => {
  const data = drawing([say('a', 'Feliz dia, %primeiro_nome%')], [['start', 'a']]);
  const saved = await office.admin.post('/flow', { title: 'Na hora', data, triggers: [{ trigger, subject }] });
  expect(saved.status).toBe(200);
  await office.scope.sql.run(sql`update flows.trigger set since = '2026-01-01'`);
};
const look = async (office: FlowOffice, now: Date): Promise<void> => {
  await Promise.all([lookAtCalendar(office.scope, now), lookAtCalendar(office.at(second), now)]);
};

test('at its hour a flow starts once in every conversation that waits, with two servers running, and in none that a person has', async () => {
  const office = await FlowOffice.of(host);
  const begun = [];
  for (let count = 0; count < 3; count += 1) begun.push((await office.writes(office.number(), 'Oi')).ticketId);
  const [one = 0, two = 0, taken = 0] = begun;
  await office.admin.put(`/tickets/${taken}`, { status: 'open', userId: office.admin.id });
  // Half a day from now, so that the servers themselves, whose clock is right, find nothing.
  const hour = String((Math.floor(localTime(new Date(), zone).minute / 60) + 12) % 24).padStart(2, '0');
  const friday = new Date(`2026-11-27T${hour}:00:00-03:00`);
  await attached(office, 'flows.workdays', `${hour}:00`);
  await look(office, friday);
  for (const id of [one, two]) await eventually(async () => (await office.said(id)).length > 0);
  await look(office, new Date(friday.getTime() + 60_000));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await office.settled();
  for (const id of [one, two]) expect(await office.said(id)).toEqual([expect.stringContaining('Feliz dia')]);
  expect(await office.said(taken)).toEqual([]);
  // The next working day it comes again.
  await look(office, new Date(friday.getTime() + 3 * 86_400_000));
  await eventually(async () => (await office.said(one)).length === 2);
});

test('on the birthday of a contact the flow writes to them, and to nobody else', async () => {
  const office = await FlowOffice.of(host);
  const [ana, bia] = [office.number(), office.number()];
  const { ticketId } = await office.writes(ana, 'Oi');
  const other = await office.writes(bia, 'Oi');
  const birthday = (id: number, date: string) =>
    office.company.scope('contacts').sql.run(
      sql`insert into contacts.extra_info (contact_id, name, value)
          select contact_id, 'Aniversário', ${date} from tickets.public_ticket where id = ${id}`,
    );
  await birthday(ticketId, '27/11/1980');
  await birthday(other.ticketId, '28/11/1980');
  await office.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
  const { body } = await office.admin.get<{ triggers: { trigger: string; subjects: { name: string }[] | null }[] }>(
    '/flow/catalogue',
  );
  expect(body.triggers.find(({ trigger }) => trigger === 'flows.contact-date')?.subjects).toMatchObject([
    { name: 'Aniversário' },
  ]);
  await attached(office, 'flows.contact-date', 'Aniversário');
  await look(office, nine);
  const said = () =>
    office.scope.sql.rows<{ number: string }>(
      sql`select c.number from tickets.public_message m join tickets.public_ticket t on t.id = m.ticket_id
            join contacts.public_contact c on c.id = t.contact_id where m.from_me and m.body like 'Feliz dia%'`,
    );
  await eventually(async () => (await said()).length > 0);
  await office.settled();
  expect(await said()).toEqual([{ number: ana }]);
});
