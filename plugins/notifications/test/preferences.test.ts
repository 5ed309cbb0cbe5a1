import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { notificationsRoom } from '../contract.ts';
import { isQuiet } from '../server/preferences/preferences.ts';
import { aNotice, serviceOf, startOffice } from './office.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice();
});
afterAll(() => host?.close());

const path = '/notifications/preferences';

it('the defaults of a person without choices are sound on and no text in places that others may see', async () => {
  const { admin } = await host.company();
  expect((await admin.get(path)).body).toMatchObject({
    sounds: true,
    sound: 'drop',
    volume: 70,
    desktop: true,
    previews: false,
    off: [],
    quiet: null,
  });
});

it('a choice is stored for the person on every computer, and other choices are unchanged', async () => {
  const company = await host.company();
  const colleague = await company.person('user');
  const live = await company.admin.live();
  await live.join(notificationsRoom, { userId: company.admin.id });
  await company.admin.put(path, { sound: 'bell', volume: 30 });
  await company.admin.put(path, { quiet: { from: '22:00', to: '07:00' }, off: ['tickets.waiting'] });
  await live.receives('preferences');
  expect((await company.admin.get(path)).body).toMatchObject({
    sound: 'bell',
    volume: 30,
    off: ['tickets.waiting'],
    quiet: { from: '22:00', to: '07:00' },
  });
  expect((await colleague.get(path)).body).toMatchObject({ sound: 'drop', off: [] });
});

it('concurrent choices are all stored', async () => {
  const { admin } = await host.company();
  const all = [
    { volume: 25 },
    { previews: true },
    { sound: 'wood' },
    { off: ['a.b'] },
    { desktop: false },
    { sounds: false },
  ];
  await Promise.all(all.map((one) => admin.put(path, one)));
  expect((await admin.get(path)).body).toMatchObject(Object.assign({}, ...all));
});

it.each([
  { volume: 101 },
  { volume: 'loud' },
  { sound: 'siren' },
  { off: [''] },
  { off: Array.from({ length: 51 }, () => 'x') },
  { quiet: { from: '25:00', to: '07:00' } },
  { quiet: { from: '22:00' } },
  { sounds: null },
])('an invalid choice is refused: %j', async (wrong) => {
  const { admin } = await host.company();
  expect(await admin.put(path, wrong)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
});

it('quiet hours extend past midnight, in the time zone of the company', () => {
  const night = { from: '22:00', to: '07:00' };
  const at = (time: string) => new Date(`2026-03-10T${time}:00-03:00`);
  const quiet = (time: string, hours = night) => isQuiet(hours, 'America/Sao_Paulo', at(time));
  expect([quiet('21:59'), quiet('22:00'), quiet('03:00'), quiet('06:59'), quiet('07:00')]).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  const lunch = { from: '12:00', to: '13:00' };
  expect([quiet('11:59', lunch), quiet('12:30', lunch), quiet('13:00', lunch)]).toEqual([false, true, false]);
  expect(quiet('12:00', { from: '12:00', to: '12:00' })).toBe(false);
});

it("nobody receives another's notifications or reports visible pages for another", async () => {
  const company = await host.company();
  const colleague = await company.person('user');
  const live = await colleague.live();
  expect(await live.join(notificationsRoom, { userId: company.admin.id })).toMatchObject({
    error: 'ERR_NO_PERMISSION',
  });
  await live.join(notificationsRoom, { userId: colleague.id });
  await serviceOf(company).notify([company.admin.id, colleague.id, 2_000_000_000], aNotice({ title: 'Para os dois' }));
  await live.receives('notice', ({ title }) => title === 'Para os dois');
  expect(live.received.filter(({ event }) => event === 'notice')).toHaveLength(1);
});

it('a notification with an external address is refused', async () => {
  const company = await host.company();
  for (const wrong of ['//evil.example', '/\\evil.example', 'https://evil.example', 'tickets'])
    await expect(serviceOf(company).notify([company.admin.id], aNotice({ path: wrong }))).rejects.toThrow('path');
});
