import path from 'node:path';
import { sql, type Sql } from '@balcao/sdk/server';
import type { TestCompany, TestHost } from '@balcao/testing';
import { AccessTokens } from '../auth/access-token.ts';
import { deriveKey } from '../auth/derived-keys.ts';

/** Returns the folder of a plugin that tests of the kernel run. */
export const fixture = (name: string): string => path.join(import.meta.dirname, 'fixtures', name);

const notesOf = async (company: TestCompany, plugin: string, query: Sql): Promise<string[]> =>
  (await company.scope(plugin).sql.rows<{ what: string }>(query)).map(({ what }) => what);
/** Returns what the two plugins wrote down about events, jobs and external calls. */
export const shelfNotes = (company: TestCompany): Promise<string[]> =>
  notesOf(company, 'shelf', sql`select what from shelf.note order by id`);
export const readerNotes = (company: TestCompany): Promise<string[]> =>
  notesOf(company, 'reader', sql`select what from reader.note order by id`);

/** Returns one value of /metrics: of `name` with every given label. */
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

/** Returns an expired access token that this server signed for the bearer of `token`. */
export const expiredToken = async (host: TestHost, token: string): Promise<string> => {
  const secret = deriveKey(host.kernel.config.sessionSecret, 'access-token').toString('hex');
  const claims = await new AccessTokens(secret).read(token);
  return new AccessTokens(secret, -60).issue(claims);
};
