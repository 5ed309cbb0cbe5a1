import path from 'node:path';
import { sql, type Sql } from '@balcao/sdk/server';
import type { TestCompany, TestHost } from '@balcao/testing';
import { AccessTokens } from '../auth/access-token.ts';
import { keyFor } from '../auth/keys.ts';

/** The folder of a plugin that tests of the kernel run. */
export const fixture = (name: string): string => path.join(import.meta.dirname, 'fixtures', name);

/** Waits for what happens after an answer: deliveries and jobs run on their own. */
export const eventually = async <T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 800; tries += 1) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it did not happen');
};

const notesOf = async (company: TestCompany, plugin: string, query: Sql): Promise<string[]> =>
  (await company.scope(plugin).sql.rows<{ what: string }>(query)).map(({ what }) => what);
/** What the two plugins wrote down of events, jobs and calls from outside. */
export const shelfNotes = (company: TestCompany): Promise<string[]> =>
  notesOf(company, 'shelf', sql`select what from shelf.note order by id`);
export const readerNotes = (company: TestCompany): Promise<string[]> =>
  notesOf(company, 'reader', sql`select what from reader.note order by id`);

/** One figure of /metrics: of `name` with every label given. */
export const figure = async (host: { url: string }, name: string, labels: Record<string, string>): Promise<number> => {
  const text = await (await fetch(`${host.url}/metrics`)).text();
  const line = text
    .split('\n')
    .find(
      (one) =>
        one.startsWith(`${name}{`) && Object.entries(labels).every(([key, value]) => one.includes(`${key}="${value}"`)),
    );
  return Number(line?.split(' ').at(-1) ?? 0);
};

/** An access token that this server signed for the bearer of `token`, and whose time is over. */
export const expiredToken = async (host: TestHost, token: string): Promise<string> => {
  const secret = keyFor(host.kernel.config.sessionSecret, 'access-token').toString('hex');
  const claims = await new AccessTokens(secret).read(token);
  return new AccessTokens(secret, -60).issue(claims);
};
