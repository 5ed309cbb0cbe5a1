import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { agendaRoom, type EntryView } from '@balcao/agenda/contract';
import { eventually } from '@balcao/testing';
import { syncPerson } from '../server/sync/sync.ts';
import type { Fate } from './google/pushes.ts';
import { Owner } from './office.ts';
import { withGoogle } from './setup.ts';

const setup = withGoogle({ nodes: 2 });

const dayMs = 86_400_000;
const timed = (summary: string, day: number, minutes = 60) => {
  const start = Math.floor(Date.now() / 60_000) * 60_000 + day * dayMs;
  return {
    summary,
    start: { dateTime: new Date(start).toISOString() },
    end: { dateTime: new Date(start + minutes * 60_000).toISOString() },
  };
};

test(
  'after 5,000 events and a 410 every entry is the one it was: nothing blinks, nothing is there twice',
  { timeout: 300_000 },
  async () => {
    const one = await Owner.of(setup.host, setup.google, (await setup.connected()).company, 'Bia');
    one.calendar.pageSize = 1000;
    for (let index = 0; index < 5000; index += 1) one.calendar.insert(timed(`Evento ${index}`, index % 300));
    await one.connect();
    await one.settled();
    const state = () =>
      one.scope.sql.rows<{ id: number; version: number }>(
        sql`select id, version from agenda.public_entry where user_id = ${one.person.id} and deleted_at is null order by id`,
      );
    const before = await state();
    expect(before).toHaveLength(5000);
    // Three real changes are among those that the new full sync finds.
    setup.google.pushes.fate = () => 'lost';
    const [first, second] = one.calendar.events;
    one.calendar.delete(first?.id ?? '');
    one.calendar.patch(second?.id ?? '', { summary: 'Mudou' });
    one.calendar.insert(timed('Novo', 3));
    one.calendar.expireTokens();
    const live = await one.person.live();
    await live.join(agendaRoom, { userId: one.person.id });
    await one.sync();
    setup.google.pushes.fate = () => 'once';
    const after = await state();
    expect(after).toHaveLength(5000);
    const known = new Map(before.map(({ id, version }) => [id, version]));
    const changed = after.filter(({ id, version }) => known.get(id) !== version);
    expect(changed).toHaveLength(2);
    expect((await one.entry('Mudou'))?.version).toBe(2);
    // Open calendars are told of the three, and of nothing else.
    expect(live.received.filter(({ event }) => event === 'update').length).toBeLessThanOrEqual(3);
    expect(one.calendar.events).toHaveLength(5000);
  },
);

/** A generator whose course the seed decides (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};

/** `GOOGLE_SEED` repeats a course, `GOOGLE_EDITS` makes it longer. */
test(
  'after 100 random edits on both sides, with pushes lost, doubled and late and two nodes, both calendars are equal',
  { timeout: 300_000 },
  async () => {
    const seed = Number(process.env['GOOGLE_SEED'] ?? Date.now() % 1_000_000);
    const edits = Number(process.env['GOOGLE_EDITS'] ?? 100);
    console.log(`seed ${seed}`);
    const random = randomFrom(seed);
    const one = await setup.connected();
    const fates: Fate[] = ['once', 'lost', 'twice', 'late'];
    setup.google.pushes.fate = () => fates[random(4)] ?? 'once';
    for (let index = 0; index < 8; index += 1) {
      one.calendar.insert(timed(`De lá ${index}`, index + 1));
      await one.add({ title: `Daqui número ${index}` });
    }
    const pick = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
    const away = async (index: number): Promise<void> => {
      const event = pick(one.calendar.events);
      const what = random(6);
      if (!event || what === 0) one.calendar.insert(timed(`De lá, mais ${index}`, random(60)));
      else if (what === 1) one.calendar.delete(event.id);
      else if (what === 2) one.calendar.patch(event.id, { summary: `Título de lá ${index}` });
      else if (what === 3) one.calendar.patch(event.id, { description: `Texto de lá ${index}`, visibility: 'private' });
      else if (what === 4) {
        const day = new Date(Date.now() + random(60) * dayMs).toISOString().slice(0, 10);
        const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
        one.calendar.patch(event.id, {
          start: { date: day, dateTime: null, timeZone: null },
          end: { date: next, dateTime: null, timeZone: null },
        });
      } else {
        const { start, end } = timed('', random(60), 15 + random(90));
        one.calendar.patch(event.id, { start: { ...start, date: null }, end: { ...end, date: null } });
      }
    };
    const here = async (index: number): Promise<void> => {
      const entry = pick(await one.entries());
      const what = random(5);
      if (!entry || what === 0) await one.add({ title: `Daqui, mais ${index}` });
      else if (what === 1) await one.person.delete(`/scheduleforms/${entry.id}`);
      else if (what === 2) await one.change(entry.id, { title: `Título daqui ${index}` });
      else if (what === 3)
        await one.change(entry.id, { description: `Texto daqui ${index}`, isPrivate: random(2) === 0 });
      else
        await one.change(entry.id, {
          date: new Date(Math.floor(Date.now() / 60_000) * 60_000 + random(60) * dayMs).toISOString(),
        });
    };
    const nodes = setup.nodesOf(one);
    for (let index = 0; index < edits; index += 1) {
      await (random(2) === 0 ? away(index) : here(index));
      if (random(7) === 0) void Promise.all(nodes.map((node) => syncPerson(node, one.person.id)));
      if (random(25) === 0) one.calendar.expireTokens();
      if (random(25) === 0) setup.google.consent.expireAccess();
      if (random(10) === 0) await setup.google.pushes.settle();
    }
    await setup.google.pushes.settle();
    setup.google.pushes.fate = () => 'once';
    for (let round = 0; round < 3; round += 1) await one.sync();
    const kept = await one.scope.sql.rows<{ title: string }>(
      sql`select e.title from google_calendar.link l join agenda.public_entry e on e.id = l.entry_id
         where l.user_id = ${one.person.id} and l.state = 'kept' and e.deleted_at is null`,
    );
    const sides = await one.sides();
    // Deleted there and changed here: these wait for the person, on this side alone.
    const waiting = kept.map(({ title }) => title);
    const both = sides.here.filter(({ title }) => !waiting.includes(title));
    expect(both, `seed ${seed}`).toEqual(sides.there.filter(({ title }) => !waiting.includes(title)));
    expect(
      new Set(
        one.calendar.events.map(
          ({ extendedProperties }) => extendedProperties?.private?.['balcao'] ?? crypto.randomUUID(),
        ),
      ).size,
    ).toBe(one.calendar.events.length);
    console.log(
      `${edits} edits, ${sides.there.length} events there, ${sides.here.length} entries here, ${waiting.length} waiting, ${setup.google.pushes.sent} pushes`,
    );
  },
);

test('a push and a look that come together, both twice and on two nodes, bring a change once', async () => {
  const one = await setup.connected();
  const { id } = one.calendar.insert(timed('Audiência', 2));
  await one.sync();
  const before = await one.entry('Audiência');
  await one.settled();
  setup.google.pushes.fate = () => 'twice';
  const { etag } = one.calendar.patch(id, { summary: 'Audiência adiada', description: 'Sala 4' });
  const looks = setup.nodesOf(one).flatMap((node) => [node, node]);
  await Promise.all(looks.map((node) => syncPerson(node, one.person.id)));
  await setup.google.pushes.settle();
  setup.google.pushes.fate = () => 'once';
  await one.sync();
  expect(await one.entries()).toMatchObject([
    { id: before?.id, title: 'Audiência adiada', description: 'Sala 4', version: (before?.version ?? 0) + 1 },
  ]);
  expect(one.calendar.events.map((event) => event.etag)).toEqual([etag]);
});

test('when Google ends the consent the person is told once, nothing more is asked there, and entries stay until a new consent', async () => {
  const one = await setup.connected();
  one.calendar.insert(timed('Audiência', 2));
  await one.sync();
  setup.google.consent.withdraw(one.calendar);
  await one.scope.sql.run(sql`update google_calendar.account set due_at = now() where user_id = ${one.person.id}`);
  await Promise.all(setup.nodesOf(one).map((node) => syncPerson(node, one.person.id)));
  expect(await one.view()).toMatchObject({
    connected: false,
    account: { state: 'needs-consent', email: one.calendar.email },
  });
  const calls = setup.google.calls.length;
  await one.add({ title: 'Enquanto isso' });
  one.calendar.insert(timed('Nova lá', 2));
  await setup.google.pushes.settle();
  expect(await one.person.get('/google/sync')).toMatchObject({
    status: 400,
    body: { error: 'ERR_GOOGLE_NOT_CONNECTED' },
  });
  await syncPerson(one.scope, one.person.id);
  expect(setup.google.calls).toHaveLength(calls);
  expect(await one.notices()).toHaveLength(1);
  expect(await one.entries()).toHaveLength(2);
  expect(await one.connect()).toBe('connected');
  await one.settled();
  await one.sync();
  expect((await one.entries()).map(({ title }) => title).toSorted()).toEqual(['Audiência', 'Enquanto isso', 'Nova lá']);
  expect(one.calendar.events).toHaveLength(3);
});

test('a forged push changes nothing, and asks Google nothing', async () => {
  const one = await setup.connected();
  const channel = [...setup.google.pushes.channels.values()].find(({ calendar }) => calendar === one.calendar);
  const calls = setup.google.callsOf(one.calendar).length;
  const push = (headers: Record<string, string>, address = channel?.address ?? '') =>
    fetch(address, { method: 'POST', headers: { 'x-goog-resource-state': 'exists', ...headers } });
  expect((await push({})).status).toBe(200);
  expect((await push({ 'x-goog-channel-token': 'adivinhado', 'x-goog-channel-id': channel?.id ?? '' })).status).toBe(
    200,
  );
  expect(
    (await push({ 'x-goog-channel-token': channel?.token ?? '' }, `${setup.host.url}/api/google/push/inventado`))
      .status,
  ).toBe(404);
  const row = await one.scope.sql.one<{ isDue: boolean }>(
    sql`select due_at <= now() as "isDue" from google_calendar.account where user_id = ${one.person.id}`,
  );
  expect(row?.isDue).toBe(false);
  expect(setup.google.callsOf(one.calendar)).toHaveLength(calls);
});

test('a channel is replaced a day before its end, and the former one stopped; without channels changes are found by asking', async () => {
  const one = await setup.connected();
  const ours = () => [...setup.google.pushes.channels.values()].filter(({ calendar }) => calendar === one.calendar);
  const [before] = ours();
  await one.scope.sql.run(
    sql`update google_calendar.account set channel_expires_at = now() + interval '20 hours' where user_id = ${one.person.id}`,
  );
  await one.sync();
  expect(ours()).toHaveLength(1);
  expect(ours()[0]?.id).not.toBe(before?.id);
  setup.google.pushes.refusing.add(one.calendar);
  setup.google.pushes.channels.clear();
  await one.scope.sql.run(
    sql`update google_calendar.account set channel_expires_at = now() where user_id = ${one.person.id}`,
  );
  one.calendar.insert(timed('Sem aviso', 2));
  await one.sync();
  expect(await one.view()).toMatchObject({ account: { state: 'ok', hasChannel: false } });
  expect(await one.entry('Sem aviso')).toBeDefined();
});

test('while the plugin is off pushes are answered and dropped; on again, what changed meanwhile is fetched and the channel renewed', async () => {
  const one = await setup.connected();
  const channel = [...setup.google.pushes.channels.values()].find(({ calendar }) => calendar === one.calendar);
  await one.company.disable('googleCalendarEnabled');
  const calls = setup.google.callsOf(one.calendar).length;
  one.calendar.insert(timed('Durante a pausa', 2));
  await one.add({ title: 'Daqui na pausa' });
  const answer = await fetch(channel?.address ?? '', {
    method: 'POST',
    headers: { 'x-goog-resource-state': 'exists', 'x-goog-channel-token': channel?.token ?? '' },
  });
  expect(answer.status).toBe(200);
  expect((await one.person.get('/google/check-connection')).status).toBe(404);
  expect(setup.google.callsOf(one.calendar)).toHaveLength(calls);
  setup.google.pushes.channels.clear();
  await one.company.enable('googleCalendarEnabled');
  // The time that a long pause takes.
  await one.scope.sql.run(
    sql`update google_calendar.account set due_at = now(), channel_expires_at = now(), claimed_until = null where user_id = ${one.person.id}`,
  );
  await one.sync();
  expect((await one.sides()).here).toEqual((await one.sides()).there);
  expect((await one.sides()).here).toHaveLength(2);
  expect([...setup.google.pushes.channels.values()].some(({ calendar }) => calendar === one.calendar)).toBe(true);
  const listed = setup.google
    .callsOf(one.calendar)
    .slice(calls)
    .filter(({ path, method }) => method === 'GET' && path.endsWith('/events'));
  expect(listed.every(({ query }) => query.has('syncToken'))).toBe(true);
});

test('of a person’s calendar one sync runs at a time, whichever nodes are asked', async () => {
  const one = await setup.connected();
  let running = 0;
  let most = 0;
  setup.google.beforeAnswer = async ({ email }) => {
    if (email !== one.calendar.email) return;
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  };
  for (let index = 0; index < 5; index += 1) {
    await one.add({ title: `Compromisso ${index}` });
    await Promise.all(setup.nodesOf(one).map((node) => syncPerson(node, one.person.id)));
  }
  await one.settled();
  await eventually(() => one.calendar.events.length === 5);
  setup.google.beforeAnswer = undefined;
  expect(most).toBe(1);
  expect(new Set((await one.entries()).map(({ id }: EntryView) => id)).size).toBe(5);
});
