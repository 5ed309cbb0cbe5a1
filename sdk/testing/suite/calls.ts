import type { TestHost } from '../host.ts';
import { send } from './request.ts';
import { asQuery, sampleOf } from './sample.ts';
import { pathWith, type Known, type Route } from './routes.ts';

export interface CallResult {
  status: number;
  /** The catalogue's code, '' for a response without one. */
  code: string;
  text: string;
}

let requests = 0;
/** Returns a new address for every request, so that no limit by address hides the actual response. */
export const freshAddress = (): string => `10.${(requests += 1) >> 16}.${(requests >> 8) & 255}.${requests & 255}`;

const codeIn = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
};

/** Returns the call with every field filled from `known`, as its schema requires. */
export const filled = (route: Route, known: Known): { where: string; body: string | undefined } => ({
  where: `${pathWith(route, known)}${asQuery(sampleOf(route.input.query, known))}`,
  body: route.method === 'GET' ? undefined : JSON.stringify(sampleOf(route.input.body, known)),
});

/** Calls with a token; '' is no session. */
export const call = async (
  host: Pick<TestHost, 'url'>,
  route: Pick<Route, 'method'>,
  { where, body }: { where: string; body: string | undefined },
  token: string,
): Promise<CallResult> => {
  const { status, text } = await send(`${host.url}/api${where}`, {
    method: route.method,
    headers: {
      'x-forwarded-for': freshAddress(),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  });
  return { status, code: codeIn(text), text };
};

/** Returns the calls that are not rejected as they should be. */
export const notRefused = async (
  host: Pick<TestHost, 'url'>,
  routes: readonly Route[],
  { token, known, status, code }: { token: string; known: Known; status: number; code: string },
): Promise<string[]> => {
  const breaches: string[] = [];
  for (const route of routes) {
    const { where } = filled(route, known);
    const body = route.method === 'GET' ? undefined : '{"nobody":"reads this"}';
    const result = await call(host, route, { where, body }, token);
    if (result.status !== status || result.code !== code)
      breaches.push(`${route.method} ${route.path} answered ${result.status} ${result.code}, not ${status} ${code}`);
  }
  return breaches;
};
