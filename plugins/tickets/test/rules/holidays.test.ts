import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { isOpen } from '../../server/rules/hours.ts';
import { allDay, Office, startOffice } from './office.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice();
});
afterAll(() => host?.close());

/** Today and its neighbours, by the company's calendar. */
const day = (office: Office, later: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: office.desk.company.scope('tickets').company.timeZone }).format(
    Date.now() + later * 86_400_000,
  );

const save = (office: Office, holidays: object[]) =>
  office.desk.admin.put<{ holidays: object[]; fields?: object }>(`/companies/${office.desk.company.id}/holidays`, {
    holidays,
  });

it.each(['queue', 'connection', 'company'])(
  'On a holiday the company is closed, whatever the hours of the %s are',
  async (type) => {
    const office = await Office.of(host, { scheduleType: type });
    const { desk } = office;
    const queueId = await desk.queue('Comercial');
    await desk.routeTo(queueId);
    await office.queue(queueId, sql`out_of_hours_message = 'Fechado hoje.', schedules = ${allDay}::jsonb`);
    await office.connection(sql`out_of_hours_message = 'Fechado hoje.', schedules = ${allDay}::jsonb`);
    const ordinary = await office.writes(desk.number(), 'Bom dia');
    expect(await office.said(ordinary.ticketId)).toEqual([]);

    const around = [-1, 1].map((later) => ({ date: day(office, later), name: 'Ponto facultativo' }));
    await save(office, around);
    const between = await office.writes(desk.number(), 'Bom dia');
    expect(await office.said(between.ticketId)).toEqual([]);

    const days = [...around, { date: day(office, 0), name: 'Feriado' }];
    expect((await save(office, days)).body.holidays).toHaveLength(3);
    const closed = await office.writes(desk.number(), 'Bom dia');
    expect(await office.said(closed.ticketId)).toEqual(['Fechado hoje.']);

    await save(office, [{ date: day(office, 0), name: 'Véspera', startTime: '00:00', endTime: '24:00' }]);
    const half = await office.writes(desk.number(), 'Bom dia');
    expect(await office.said(half.ticketId)).toEqual([]);
  },
);

it('A holiday is a day with a name, once; those of another company are separate', async () => {
  const [office, other] = [await Office.of(host), await Office.of(host)];
  for (const wrong of [
    [{ date: '2026-02-30', name: 'Não existe' }],
    [{ date: '25/12/2026', name: 'Natal' }],
    [{ date: '2026-12-25', name: '' }],
    [{ date: '2026-12-25', name: 'Natal', startTime: '08:00' }],
    [
      { date: '2026-12-25', name: 'Natal' },
      { date: '2026-12-25', name: 'Outra vez' },
    ],
  ])
    expect((await save(office, wrong)).status).toBe(400);
  await save(office, [{ date: '2026-12-25', name: 'Natal' }]);
  const own = `/companies/${office.desk.company.id}/holidays`;
  expect((await office.desk.admin.get<{ holidays: object[] }>(own)).body.holidays).toEqual([
    { date: '2026-12-25', name: 'Natal', startTime: '', endTime: '' },
  ]);
  expect((await other.desk.admin.get(own)).status).toBe(403);
  expect((await other.desk.admin.put(own, { holidays: [] })).status).toBe(403);
});

it('A night shift that began before a holiday goes on until its end, and a holiday without hours begins none', async () => {
  const office = await Office.of(host);
  const nights = JSON.parse(allDay).map((each: object) => ({ ...each, startTime: '18:00', endTime: '02:00' }));
  const at = (moment: string) => isOpen(office.scope, nights, new Date(`${moment}:00-03:00`));
  await save(office, [{ date: '2026-12-25', name: 'Natal' }]);
  expect([await at('2026-12-25T01:00'), await at('2026-12-25T19:00'), await at('2026-12-26T01:00')]).toEqual([
    true,
    false,
    false,
  ]);
  await save(office, [{ date: '2026-12-25', name: 'Natal', startTime: '22:00', endTime: '03:00' }]);
  expect([await at('2026-12-25T02:30'), await at('2026-12-25T23:00'), await at('2026-12-26T02:30')]).toEqual([
    false,
    true,
    true,
  ]);
});
