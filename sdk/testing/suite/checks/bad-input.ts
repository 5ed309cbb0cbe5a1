import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Check } from './check.ts';
import { freshAddress } from '../calls.ts';
import { send } from '../request.ts';
import { attacksOn, type Attack } from '../attacks.ts';
import { nameOf, type Known, type Route } from '../routes.ts';
import type { Subject } from '../suite-host.ts';
import { poll } from '../../eventually.ts';

/** Removing calls come last, so that the others have rows to work on. */
const inOrder = (routes: readonly Route[]): Route[] =>
  routes.toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));

const badTokens = (good: string): string[] => [
  '',
  'x',
  'a.b.c',
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1] ?? ''}.`,
  `${good}x`,
  'A'.repeat(6_000),
];

const isCatalogued = (status: number, text: string): boolean => {
  try {
    const { error, fields, context, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return (
      typeof error === 'string' &&
      /^ERR_[A-Z0-9_]+$/.test(error) &&
      Object.keys(rest).length === 0 &&
      (fields === undefined || Object.values(fields as object).every((value) => typeof value === 'string')) &&
      (context === undefined || typeof context === 'object') &&
      (error !== 'ERR_VALIDATION' || (status === 400 && fields !== undefined))
    );
  } catch {
    return false;
  }
};

/** Returns the fault in the response to one attack; undefined if there is none. */
export const wrongAnswer = async (
  { host, log }: Pick<Subject, 'host' | 'log'>,
  route: Pick<Route, 'method'>,
  { where, headers = {}, body, token }: Attack,
  bearer: string,
): Promise<string | undefined> => {
  const pass = token ?? bearer;
  const answer = await send(`${host.url}/api${where}`, {
    method: route.method,
    headers: { ...headers, 'x-forwarded-for': freshAddress(), ...(pass !== '' && { authorization: `Bearer ${pass}` }) },
    body,
  });
  const { status, text } = answer;
  if (status < 400 || (status !== 500 && isCatalogued(status, text))) return undefined;
  const id = String(answer.headers['x-request-id'] ?? '');
  const cause = status >= 500 ? (log.find((line) => line.includes(id))?.slice(0, 900) ?? '') : '';
  return `${status} ${text.slice(0, 200)} ${cause}`.trim();
};

export const tryInputs = async (
  subject: Pick<Subject, 'host' | 'log'>,
  route: Route,
  { own, others, token }: { own: Known; others: Known; token: string },
): Promise<string[]> => {
  const breaches: string[] = [];
  for (const attack of attacksOn(route, own, others, badTokens(token))) {
    const found = await wrongAnswer(subject, route, attack, token).catch((error: unknown) => String(error));
    if (found !== undefined)
      breaches.push(`${nameOf(route)} with ${attack.title} (${attack.where.slice(0, 120)}) answered ${found}`);
  }
  return breaches;
};

/** Calls of a super user never name one of the tested companies. */
const farAway: Known = { companyId: 2_000_000_000, '/companies/:id': 2_000_000_000 };

export const badInput: Check = {
  title:
    'answers whatever is sent to its calls with one of the catalogue, never with a defect, and keeps nothing of it',
  isDamaging: true,
  async run(subject) {
    const { host, routes, ours, theirs } = subject;
    const uploads = await mkdtemp(path.join(tmpdir(), 'balcao-hostile-'));
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = uploads;
    const breaches: string[] = [];
    const root = routes.some(({ access }) => access === 'super') ? await host.superUser() : ours.admin;
    try {
      for (const route of inOrder(routes)) {
        const isSuper = route.access === 'super';
        const token = (await ours.tokenFor(route)) ?? (isSuper ? root.token : ours.admin.token);
        const away = isSuper ? farAway : {};
        breaches.push(
          ...(await tryInputs(subject, route, {
            own: { ...ours.ids, ...away },
            others: { ...theirs.ids, ...away },
            token,
          })),
        );
      }
      const isClean = await poll(async () => (await readdir(uploads)).length === 0, 2_000);
      if (!isClean) breaches.push(`uploads that were refused stay behind: ${(await readdir(uploads)).join(', ')}`);
      for (const { admin } of [ours, theirs])
        if ((await admin.get('/auth/me')).status !== 200) breaches.push('a company cannot work any more after that');
      if ((await fetch(`${host.url}/readyz`)).status !== 200)
        breaches.push('the server is not ready any more after that');
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
      await rm(uploads, { recursive: true, force: true });
    }
    return breaches;
  },
};
