import { bareHttp } from './bare-http.ts';
import { companySetting } from './company-mark.ts';
import { round, sideBySide } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { perSecond, type Row } from './table.ts';

/** A route, and the SQL that returns the same. */
export interface Compared {
  what: string;
  path: string;
  /** Runs as the confined login; the company is set in the same message. */
  sql: string;
  /** Required responses per second, whatever the rate of its SQL. */
  minRate?: number;
  /**
   * The statement of a route whose result is stored, not computed each time. It finishes sooner than any HTTP call: its
   * ratio is printed, and the route is compared with the same statement behind a bare HTTP server.
   */
  storedSql?: string;
}

const goal = 0.5;
const atOnce = 10;

/** Compares the route with the same statement behind a bare HTTP server. */
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
    what: `${what}, kept, through HTTP`,
    figure: perSecond(route.perSecond),
    limit: `${perSecond(limit.perSecond)} the same behind bare HTTP`,
    ratio: route.ratio,
    goal: `≥ ${goal}`,
    met: route.ratio >= goal,
    p50: route.p50,
    p99: route.p99,
  };
};

/** Compares each route with its bare SQL, side by side, ten calls at a time, by one person of a company. */
export const compare = async (
  { confined, databaseUrl }: Pick<Installation, 'confined' | 'databaseUrl'>,
  { url }: Pick<Server, 'url'>,
  { token, company }: { token: string; company: number },
  routes: readonly Compared[],
): Promise<Row[]> => {
  const rows: Row[] = [];
  const clients = await HttpClient.many(url, token, atOnce);
  const mark = await companySetting(confined, company);
  const inCompany = (sql: string): string => `select set_config('app.company', '${mark}', true); ${sql}`;
  const beside = (path: string, query: string) =>
    sideBySide(
      {
        limit: (seconds) => round(atOnce, seconds, async () => void (await confined.query(query))),
        route: (seconds) => round(atOnce, seconds, async (worker) => void (await clients[worker]?.get(path))),
      },
      { rounds: 3, seconds: 1 },
    );
  for (const { what, path, sql, minRate = 0, storedSql } of routes) {
    const { limit, route } = await beside(path, inCompany(sql));
    // Printed at once: the last of many may be the slow one.
    console.error(`${what}: ${perSecond(route.perSecond)} of ${perSecond(limit.perSecond)}`);
    rows.push({
      what,
      figure: perSecond(route.perSecond),
      limit: `${perSecond(limit.perSecond)} its SQL`,
      ratio: route.ratio,
      goal: minRate > 0 ? `≥ ${goal}, ≥ ${perSecond(minRate)}` : `≥ ${goal}`,
      met: route.ratio >= goal && route.perSecond >= minRate,
      p50: route.p50,
      p99: route.p99,
    });
    if (storedSql === undefined) continue;
    const read = await beside(path, inCompany(storedSql));
    rows.push({
      what: `${what}, kept`,
      figure: perSecond(read.route.perSecond),
      limit: `${perSecond(read.limit.perSecond)} what it reads`,
      ratio: read.route.ratio,
    });
    rows.push(await throughHttp(databaseUrl, inCompany(storedSql), clients, { what, path, token }));
  }
  for (const client of clients) client.close();
  return rows;
};
