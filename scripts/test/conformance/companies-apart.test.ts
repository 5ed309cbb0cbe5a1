import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Person } from '@balcao/sdk/testing';
import { openOffice, pathWith, routesOf, startPlatform, type Office, type Route } from './office.ts';
import { asQuery, sampleOf } from './sample.ts';

const host = await startPlatform();
const ours = await openOffice(host, 'Nossa');
const theirs = await openOffice(host, 'Alheia');
const attendant = await theirs.company.person('user');
afterAll(() => host.close());

/** Tables that time itself changes, or that hold no row of one company. */
const restless = new Set([
  'kernel.outbox',
  'kernel.event_parked',
  'kernel.session',
  'kernel.session_token',
  'kernel.password_reset',
  'kernel.lease',
]);

/** Everything that a company keeps, as one line a table. */
const everythingOf = async ({ company }: Office): Promise<Record<string, string>> => {
  const { owner } = host.kernel.database;
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    if (restless.has(name)) continue;
    const { rows } = await owner.query<{ text: string }>(
      `select coalesce(string_agg(t::text, chr(10) order by t::text), '') as text from ${name} t where company_id = $1`,
      [company.id],
    );
    found[name] = createHash('sha256')
      .update(rows[0]?.text ?? '')
      .digest('hex')
      .slice(0, 12);
  }
  const { rows } = await owner.query(`select * from kernel.company where id = $1`, [company.id]);
  return { ...found, 'kernel.company': JSON.stringify(rows) };
};

/** Its own channel and events may still be at work. */
const settled = async (office: Office): Promise<Record<string, string>> => {
  for (let before = await everythingOf(office); ;) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    const now = await everythingOf(office);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
};

const ending = [
  'DELETE /auth/logout',
  'POST /auth/login',
  'PUT /auth/me',
  'PUT /forgetpassword/:email/:token',
  'POST /forgetpassword/:email',
  'POST /companies/cadastro',
];
const routes = routesOf(host).filter(({ method, path }) => !ending.includes(`${method} ${path}`));

/** Calls every route with the ids of our company; answers what came back with something of ours in it. */
const tryAll = async (caller: Person, which: readonly Route[]): Promise<string[]> => {
  const leaks: string[] = [];
  // What the caller says himself may come back to him.
  const { email: _own, ...said } = ours.ids;
  for (const route of which) {
    if (route.path.startsWith('/webchat/')) continue;
    const { method, input } = route;
    const where = `${pathWith(route, ours.ids)}${asQuery(sampleOf(input.query, said))}`;
    const answer = await caller.call<unknown>(method, where, method === 'GET' ? undefined : sampleOf(input.body, said));
    const text = JSON.stringify(answer.body);
    if (text.includes(ours.secret) || text.includes(ours.admin.email) || answer.status >= 500)
      leaks.push(`${method} ${where} → ${answer.status} ${text.slice(0, 300)}`);
  }
  return leaks;
};

test('no call of any plugin shows or changes a row of a company to the admin of another who knows all its ids', async () => {
  const before = await settled(ours);
  expect(await tryAll(theirs.admin, routes)).toEqual([]);
  expect(await settled(ours)).toEqual(before);
});

test('nor to somebody who only attends there', async () => {
  const before = await settled(ours);
  expect(await tryAll(attendant, routes)).toEqual([]);
  expect(await settled(ours)).toEqual(before);
});

test('the same calls do show and change things to the company itself', async () => {
  const shown = await tryAll(
    ours.admin,
    routes.filter(({ method }) => method === 'GET'),
  );
  expect(shown.length).toBeGreaterThan(5);
});

test('no room of any plugin lets somebody of another company hear what goes on in this one', async () => {
  const { rooms } = host.kernel.registry;
  const live = await theirs.admin.live();
  for (const { id, definition } of rooms.values())
    await live.join({ kind: 'room', id }, sampleOf(definition.params, ours.ids));
  // What is open to all of a company is opened in the caller's own: nothing of ours is heard in it.
  await ours.admin.put(`/contacts/${ours.ids['contactId']}`, { name: `${ours.secret} novo` });
  await ours.admin.put(`/tickets/${ours.ids['ticketId']}`, { status: 'open', userId: ours.admin.id });
  await ours.admin.post(`/messages/${ours.ids['ticketId']}`, { body: ours.secret });
  await ours.admin.put(`/queue/${ours.ids['queueId']}`, { name: ours.secret, color: '#654321' });
  await theirs.admin.put(`/contacts/${theirs.ids['contactId']}`, { name: theirs.secret });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(JSON.stringify(live.heard)).not.toContain(ours.secret);
});

test('media of one company opens for nobody with the token of another', async () => {
  const kept = await ours.company.scope('tickets').storage.keep({ name: 'nota.txt', body: Buffer.from('uma linha\n') });
  const token = (office: Office) => host.kernel.identity.tenants.company(office.company.id)?.mediaToken ?? '';
  expect((await fetch(`${host.url}/public/${kept.path}?t=${token(ours)}`)).status).toBe(200);
  expect((await fetch(`${host.url}/public/${kept.path}?t=${token(theirs)}`)).status).toBe(404);
});

test('every table that holds rows of companies is behind the policy, and plugins own none of them', async () => {
  const { rows } = await host.kernel.database.owner.query<{
    name: string;
    secured: boolean;
    policies: number;
    owner: string;
  }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as secured, c.relowner::regrole::text as owner,
            (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relkind in ('r', 'p')`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ secured, policies }) => !secured || policies === 0).map(({ name }) => name)).toEqual([]);
  expect(rows.filter(({ owner }) => owner.startsWith('balcao_app')).map(({ name }) => name)).toEqual([]);
});
