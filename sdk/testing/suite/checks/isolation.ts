import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Check } from './check.ts';
import { call, filled, type CallResult } from '../calls.ts';
import type { SeededCompany } from '../seeded-company.ts';
import { isPublic, nameOf, type Known, type Route } from '../routes.ts';
import { settled, tablesWith } from '../rows.ts';
import { sampleOf } from '../sample.ts';
import type { Subject } from '../suite-host.ts';
import { poll } from '../../eventually.ts';

/** A value that is equal in two companies is a word of the plugin and identifies no row. */
const namesOnly = (ours: Known, theirs: Known): Known =>
  Object.fromEntries(Object.entries(ours).filter(([name, value]) => theirs[name] !== value));

const unknownValue = (value: string | number | boolean): string | number | boolean => {
  if (typeof value === 'number') return 1_900_000_000 + Math.floor(Math.random() * 90_000_000);
  if (typeof value === 'boolean') return value;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return randomUUID();
  if (value.includes('@')) return `ninguem${randomBytes(4).toString('hex')}@teste.local`;
  return /^\d+$/.test(value)
    ? value.replace(/\d/g, () => String(1 + Math.floor(Math.random() * 9)))
    : randomBytes(Math.max(1, Math.ceil(value.length / 2)))
        .toString('hex')
        .slice(0, value.length);
};
const withUnknownValues = (names: Known): Known =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [name, unknownValue(value)]));

const shows = (said: CallResult, { secret, admin }: SeededCompany): boolean =>
  said.text.includes(secret) || said.text.includes(admin.email);
const short = ({ status, text }: CallResult): string => `${status} ${text.slice(0, 160)}`;

/** Reading calls first, removing calls last. */
const inOrder = (routes: readonly Route[]): Route[] =>
  routes.toSorted((one, other) => rank(one.method) - rank(other.method));
const rank = (method: string): number => (method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1);

/** Calls as a person of the other company with our ids, all of which that person knows. */
export const tryRoutes = async (
  { host, routes, ours, theirs }: Pick<Subject, 'host' | 'routes' | 'ours' | 'theirs'>,
  token: string,
): Promise<string[]> => {
  const breaches: string[] = [];
  const { email: _theirsToSay, ...said } = ours.ids;
  const names = namesOnly(said, theirs.ids);
  // The same for all routes: where an earlier route stores a name for the caller, it has stored this one as well.
  const unknown = withUnknownValues(names);
  for (const route of inOrder(routes.filter((one) => !isPublic(one)))) {
    const callWith = (known: Known): Promise<CallResult> =>
      call(host, route, filled(route, { ...theirs.ids, ...known }), token);
    const first = await callWith(unknown);
    const knowing = await callWith(names);
    if (shows(knowing, ours)) breaches.push(`${nameOf(route)} shows another company's row: ${short(knowing)}`);
    // A fixed text of the sample that the first call stored is a row of the caller's own too.
    const isOther = (one: CallResult): boolean => one.status !== knowing.status || one.code !== knowing.code;
    if (token === theirs.admin.token && isOther(first) && isOther(await callWith(withUnknownValues(names))))
      breaches.push(
        `${nameOf(route)} tells that another company's row exists: ${short(knowing)}, but ${short(first)} for one that nobody has`,
      );
  }
  return breaches;
};

/** Returns what outsiders reach by an address of ours, with a token of the other company. */
const tryPublicRoutes = async ({ host, routes, ours, theirs }: Subject): Promise<string[]> => {
  const breaches: string[] = [];
  for (const route of routes.filter(isPublic)) {
    const wanted = filled(route, ours.ids);
    const pass = (await theirs.tokenFor(route)) ?? theirs.admin.token;
    const [open, passed] = [await call(host, route, wanted, ''), await call(host, route, wanted, pass)];
    if (open.status >= 400 && shows(passed, ours))
      breaches.push(`${nameOf(route)} shows another company's row: ${short(passed)}`);
  }
  return breaches;
};

const inTime = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);

/** Runs jobs and listeners of the other company on our rows. */
const tryWork = async ({ host, id, ours, theirs }: Subject): Promise<void> => {
  const { registry } = host.kernel;
  const { email: _own, ...names } = ours.ids;
  const scope = theirs.company.scope(id);
  for (const { plugin, definition } of registry.jobs.values()) {
    if (plugin !== id) continue;
    const data = definition.data.safeParse(sampleOf(definition.data, names));
    if (data.success) await inTime(Promise.resolve().then(() => definition.handle(data.data, scope)));
  }
  for (const { plugin, handle } of registry.listeners) {
    if (plugin !== id) continue;
    const { signal: stopping } = new AbortController();
    const delivery = { id: randomUUID(), key: 'suite', attempt: 1, last: true, createdAt: new Date(), stopping };
    await inTime(Promise.resolve().then(() => handle({ ...names }, scope, delivery)));
  }
};

const tryRooms = async ({ host, id, ours, theirs }: Subject): Promise<string[]> => {
  const rooms = [...host.kernel.registry.rooms.values()].filter(({ plugin }) => plugin === id);
  if (rooms.length === 0) return [];
  const live = await theirs.admin.live();
  const scope = ours.company.scope(id);
  try {
    for (const { id: name, definition } of rooms) {
      const room = { kind: 'room', id: name } as const;
      const params = sampleOf(definition.params, ours.ids);
      await live.join(room, params);
      for (const event of Object.keys(definition.accepts ?? {}))
        await live.send(room, params, event, { ...ours.ids, ids: [ours.ids['id'] ?? 1] }).catch(() => undefined);
      scope.rooms.emit(room, params, 'suite', { text: ours.secret });
    }
    await live.join({ kind: 'room', id: 'kernel.company' }, {});
    await new Promise((resolve) => setTimeout(resolve, 150));
    return JSON.stringify(live.received).includes(ours.secret) ? ['a room of another company is heard'] : [];
  } finally {
    live.close();
  }
};

const tryMedia = async ({ host, id, ours, theirs }: Subject): Promise<{ path: string; breaches: string[] }> => {
  const { path } = await ours.company
    .scope(id)
    .storage.store({ name: 'nota.txt', body: Buffer.from(`${ours.secret}\n`) });
  const status = async (office: SeededCompany): Promise<number> =>
    (await fetch(`${host.url}/public/${path}?t=${office.admin.mediaToken}`)).status;
  const [own, other] = [await status(ours), await status(theirs)];
  const breaches = own === 200 && other === 404 ? [] : [`media answered ${own} to its company and ${other} to another`];
  return { path, breaches };
};

const held = `timestamptz '9999-01-01'`;

/**
 * Runs work while no job of a company runs: rows that its own schedule changes, each minute for example, would look as
 * if the other company had changed them. Jobs of company 0 start others where something is due. All are locked instead
 * of disabled, because nodes enable the jobs of a plugin that is on each minute.
 */
const withoutJobs = async <T>(client: Pick<pg.Pool, 'query'>, company: number, work: () => Promise<T>): Promise<T> => {
  const ofCompany = `data->>'companyId' in ('${company}', '0')`;
  const isIdle = async (): Promise<boolean> => {
    await client.query(`update jobs.job set locked_at = ${held} where ${ofCompany} and locked_at is null`);
    const { rowCount } = await client.query(`select from jobs.job where ${ofCompany} and locked_at < ${held} limit 1`);
    return rowCount === 0;
  };
  try {
    await poll(isIdle, 10_000);
    return await work();
  } finally {
    await client.query(`update jobs.job set locked_at = null where locked_at = ${held}`);
  }
};

export const isolation: Check = {
  title: 'never shows, changes or reveals a row of one company to another, by any call, room, job, listener or file',
  async run(subject) {
    const { host, ours, theirs } = subject;
    const { owner } = host.kernel.database;
    const { path, breaches } = await tryMedia(subject);
    const knowing: Subject = {
      ...subject,
      ours: { ...ours, ids: { path, mediaPath: path, mediaUrl: `/public/${path}`, file: path, ...ours.ids } },
    };
    const attendant = await theirs.company.person('user');
    // Rows that a first call creates, for example an address, must exist before anything is compared.
    for (const route of subject.routes.filter((one) => !isPublic(one) && one.method === 'GET'))
      await call(host, route, filled(route, ours.ids), ours.admin.token);
    await withoutJobs(owner, ours.company.id, async () => {
      const before = await settled(owner, ours.company.id);
      for (const { token } of [theirs.admin, attendant]) breaches.push(...(await tryRoutes(knowing, token)));
      breaches.push(...(await tryPublicRoutes(knowing)), ...(await tryRooms(knowing)));
      await tryWork(knowing);
      const after = await settled(owner, ours.company.id);
      for (const [table, sum] of Object.entries(before))
        if (after[table] !== sum) breaches.push(`rows of ${table} were changed by another company`);
    });
    for (const table of await tablesWith(owner, theirs.company.id, ours.secret))
      breaches.push(`rows of ${table} hold what another company wrote`);
    return breaches;
  },
};

/** Without rows nothing could leak, and the check would prove nothing. */
export const filledTables: Check = {
  title: 'has a row in every table',
  run: async ({ id, ours }) =>
    [...ours.empty]
      .filter(([table]) => table.startsWith(`${id.replaceAll('-', '_')}.`))
      .map(([table, reason]) => `no row could be made for ${table} (${reason}): make one in test/seed.ts`),
};
