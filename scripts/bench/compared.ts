import { bareHttp } from './bare-http.ts';
import { round, sideBySide } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { perSecond, type Row } from './table.ts';

/** A route, and the SQL that answers the same by itself. */
export interface Compared {
  what: string;
  path: string;
  /** As the confined login; the company is set in the same message. */
  sql: string;
  /** Answers a second that it must reach whatever its SQL does. */
  least?: number;
  /** The SQL is over sooner than a call through HTTP can be: told as well is what it does behind a bare HTTP server. */
  isTiny?: boolean;
}

const goal = 0.5;
const atOnce = 10;

/** The route against the same SQL behind a bare HTTP server. */
const throughHttp = async (
  databaseUrl: string,
  query: string,
  clients: readonly HttpClient[],
  { what, path, token }: { what: string; path: string; token: string },
): Promise<Row> => {
  const server = await bareHttp(databaseUrl, query);
  const plain = await HttpClient.many(server.url, token, atOnce);
  const { limit, route } = await sideBySide(
    {
      limit: (seconds) => round(atOnce, seconds, async (worker) => void (await plain[worker]?.get(path))),
      route: (seconds) => round(atOnce, seconds, async (worker) => void (await clients[worker]?.get(path))),
    },
    { rounds: 3, seconds: 1 },
  );
  for (const client of plain) client.close();
  await server.close();
  return {
    what: `${what}, through HTTP`,
    figure: perSecond(route.perSecond),
    limit: `${perSecond(limit.perSecond)} its SQL behind bare HTTP`,
    ratio: route.ratio,
    goal: `≥ ${goal}`,
    met: route.ratio >= goal,
    p50: route.p50,
    p99: route.p99,
  };
};

/** Each route against its bare SQL, side by side, ten calls at a time, by one person of a company. */
export const compare = async (
  { confined, databaseUrl }: Pick<Installation, 'confined' | 'databaseUrl'>,
  { url }: Pick<Server, 'url'>,
  { token, company }: { token: string; company: number },
  routes: readonly Compared[],
): Promise<Row[]> => {
  const rows: Row[] = [];
  const clients = await HttpClient.many(url, token, atOnce);
  for (const { what, path, sql, least = 0, isTiny = false } of routes) {
    const query = `select set_config('app.company', '${company}', true); ${sql}`;
    const { limit, route } = await sideBySide(
      {
        limit: (seconds) => round(atOnce, seconds, async () => void (await confined.query(query))),
        route: (seconds) => round(atOnce, seconds, async (worker) => void (await clients[worker]?.get(path))),
      },
      { rounds: 3, seconds: 1 },
    );
    if (isTiny) rows.push(await throughHttp(databaseUrl, query, clients, { what, path, token }));
    // Told as it comes: the last of many may be the slow one.
    console.error(`${what}: ${perSecond(route.perSecond)} of ${perSecond(limit.perSecond)}`);
    rows.push({
      what,
      figure: perSecond(route.perSecond),
      limit: `${perSecond(limit.perSecond)} its SQL`,
      ratio: route.ratio,
      goal: least > 0 ? `≥ ${goal}, ≥ ${perSecond(least)}` : `≥ ${goal}`,
      met: route.ratio >= goal && route.perSecond >= least,
      p50: route.p50,
      p99: route.p99,
    });
  }
  for (const client of clients) client.close();
  return rows;
};
