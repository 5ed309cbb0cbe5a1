import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { Person } from '@balcao/sdk/testing';
import { attacksOn, type Attack } from './hostile.ts';
import { openOffice, pathWith, routesOf, startPlatform, type Office, type Route } from './office.ts';

const uploads = await mkdtemp(path.join(tmpdir(), 'balcao-hostile-'));
const lines: string[] = [];
// Behind a proxy, so that every request can come from an address of its own and no limit hides what lies behind it.
const host = await startPlatform({ log: (line) => lines.push(line), env: { TRUST_PROXY: '1' } });
// From here on what uploads leave for a moment lies in a folder of its own.
vi.stubEnv('TMPDIR', uploads);
const office = await openOffice(host, 'Nossa');
const others = await openOffice(host, 'Alheia');
const root = await host.superUser();
afterAll(async () => {
  await host.close();
  vi.unstubAllEnvs();
  await rm(uploads, { recursive: true, force: true });
});

const claims = office.admin.token.split('.')[1] ?? '';
const tokens = [
  '',
  'x',
  'a.b.c',
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
  `${office.admin.token}x`,
  'A'.repeat(6_000),
];
const routes = routesOf(host);
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
/** A company's number is too close to other numbers: a lucky hit would remove the stage. */
const idsFor = ({ path }: Route, { ids }: Office): Office['ids'] =>
  path.startsWith('/companies/') ? { ...ids, companyId: 2_000_000_000 } : ids;
/** Last what removes things, so that there is something to try the rest on. */
const rank = ({ method, path }: Route): number =>
  path.startsWith('/auth') || path.startsWith('/forget') ? 2 : method === 'DELETE' ? 1 : 0;

const visitor = async (): Promise<Person> => {
  const { body } = await host.nobody.post<{ token: string }>(`/webchat/${office.ids['address']}/session`, {
    name: 'Visitante',
  });
  return new Person(host.url, { id: 0, email: '', password: '', token: body.token });
};

const callerOf = async (route: Route): Promise<Person> => {
  if (route.path.startsWith('/webchat/')) return visitor();
  if (route.access === 'super') return root;
  // These end the caller's own session or change his password.
  return route.path.startsWith('/auth') ? office.company.person('gestor') : office.admin;
};

let requests = 0;
const answered = async (
  route: Route,
  { where, headers = {}, body, token }: Attack,
  caller: Person,
): Promise<string | undefined> => {
  const bearer = token ?? caller.token;
  const response = await fetch(`${host.url}/api${where}`, {
    method: route.method,
    headers: {
      ...headers,
      'x-forwarded-for': `10.${(requests += 1) >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
      ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const told = `${response.status} ${text.slice(0, 200)}`;
  if (response.status >= 500) {
    const id = response.headers.get('x-request-id') ?? '';
    return `${told} ${lines.find((line) => line.includes(id))?.slice(0, 900) ?? ''}`;
  }
  if (response.status < 400) return undefined;
  try {
    const { error, fields, context, ...rest } = JSON.parse(text) as Record<string, unknown>;
    const fits =
      typeof error === 'string' &&
      /^ERR_[A-Z0-9_]+$/.test(error) &&
      Object.keys(rest).length === 0 &&
      (fields === undefined || Object.values(fields as object).every((value) => typeof value === 'string')) &&
      (context === undefined || typeof context === 'object') &&
      (error !== 'ERR_VALIDATION' || (response.status === 400 && fields !== undefined));
    return fits ? undefined : told;
  } catch {
    return told;
  }
};

test.each(routes.toSorted((one, other) => rank(one) - rank(other)).map((route) => [nameOf(route), route] as const))(
  'whatever is sent to %s, the answer is one of the catalogue and never a defect',
  async (name, route) => {
    const caller = await callerOf(route);
    const wrong: string[] = [];
    for (const attack of attacksOn(route, idsFor(route, office), idsFor(route, others), tokens)) {
      const found = await answered(route, attack, caller).catch((error: unknown) =>
        String((error as Error).cause ?? error),
      );
      if (found !== undefined) wrong.push(`${name} with ${attack.says} (${attack.where.slice(0, 120)}) → ${found}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('nothing that was uploaded and refused stays behind', async () => {
  const left = async () => (await readdir(uploads)).length;
  for (let tries = 0; tries < 40 && (await left()) > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await readdir(uploads)).toEqual([]);
});

test('after all that, both companies work as before', async () => {
  for (const { admin } of [office, others]) {
    expect((await admin.get('/auth/me')).status).toBe(200);
    expect((await admin.get('/platform/plugins')).status).toBe(200);
  }
  expect((await fetch(`${host.url}/readyz`)).status).toBe(200);
});

test('no call hides behind an earlier one that takes its address too', () => {
  const hidden = routes.flatMap((route, index) => {
    const address = pathWith(route, {}, { uuid: '7a1f2a8e-55f4-4a0e-9d3c-0a4b5c6d7e8f' });
    const before = routes
      .slice(0, index)
      .find(
        ({ method, path }) =>
          method === route.method && new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`, 'i').test(address),
      );
    return before ? [`${nameOf(route)} hides behind ${nameOf(before)}`] : [];
  });
  expect(hidden).toEqual([]);
});
