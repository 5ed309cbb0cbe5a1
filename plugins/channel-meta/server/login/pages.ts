import { z, type Scope } from '@balcao/sdk/server';
import type { MetaApp } from '../app/app.ts';
import { graph, graphList, type Credentials } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';

/** A page of the person who logged in, with its token: it never leaves the server. */
export interface FoundPage {
  /** The account’s id if it has no page. */
  pageId: string;
  name: string;
  token: string;
  /** ISO 8601; absent for a token without a date. */
  expiresAt?: string;
  tasks: string[];
  followers: number | null;
  instagram: { id: string; username: string; followers: number | null } | null;
}
/** The result of a login: the person and their pages. */
export interface LoginResult {
  person: string;
  personId: string;
  scopes: string[];
  pages: FoundPage[];
}

const count = z.number().nullable().catch(null);
const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const page = z.object({
  id: z.coerce.string(),
  name: text.catch(''),
  access_token: z.string().catch(''),
  tasks: z.array(z.string()).catch([]),
  followers_count: count.optional(),
  instagram_business_account: z
    .object({ id: z.coerce.string(), username: text.catch(''), followers_count: count.optional() })
    .optional()
    .catch(undefined),
});
const fields = 'id,name,access_token,tasks,followers_count,instagram_business_account{id,username,followers_count}';

export const scopesFor = (withInstagram: boolean): string[] => [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
  ...(withInstagram ? ['instagram_basic', 'instagram_manage_messages'] : []),
];

const foundPage = (row: unknown): FoundPage[] => {
  const { data } = page.safeParse(row);
  if (!data || data.access_token === '') return [];
  const { instagram_business_account: ig } = data;
  return [
    {
      pageId: data.id,
      name: data.name,
      token: data.access_token,
      tasks: data.tasks,
      followers: data.followers_count ?? null,
      instagram: ig ? { id: ig.id, username: ig.username, followers: ig.followers_count ?? null } : null,
    },
  ];
};

/** Pages that a person reaches through a business are not always among their own. */
const businessPages = async (credentials: Credentials, signal: AbortSignal): Promise<unknown[]> => {
  try {
    const businesses = await graphList<{ owned_pages?: { data?: unknown[] } }>(credentials, 'me/businesses', {
      query: { fields: `owned_pages.limit(100){${fields}}` },
      signal,
    });
    return businesses.flatMap(({ owned_pages }) => owned_pages?.data ?? []);
  } catch (error) {
    // Without this permission the person’s own pages are all there are.
    if (error instanceof GraphError) return [];
    throw error;
  }
};

interface Token {
  access_token?: string;
}
const exchange = async (app: MetaApp, query: Record<string, string>, signal: AbortSignal): Promise<string> => {
  const answer = await graph<Token>(undefined, 'oauth/access_token', {
    query: { client_id: app.appId, client_secret: app.appSecret, ...query },
    signal,
  });
  if (!answer.access_token)
    throw new GraphError({ status: 200, code: 190, subcode: 0, isTransient: false, details: '' });
  return answer.access_token;
};

export const tokenOfCode = (app: MetaApp, code: string, redirectUri: string, signal: AbortSignal): Promise<string> =>
  exchange(app, { code, redirect_uri: redirectUri }, signal);

/** Reads what a person may connect. Their own token is used for that only, and is not stored. */
export const readPages = async (app: MetaApp, userToken: string, { signal }: Scope): Promise<LoginResult> => {
  const token = await exchange(app, { grant_type: 'fb_exchange_token', fb_exchange_token: userToken }, signal);
  const credentials = { token, appSecret: app.appSecret };
  const me = await graph<{ id?: string; name?: string }>(credentials, 'me', { query: { fields: 'id,name' }, signal });
  const granted = await graphList<{ permission?: string; status?: string }>(credentials, 'me/permissions', { signal });
  const rows = [
    ...(await graphList<unknown>(credentials, 'me/accounts', { query: { fields }, signal })),
    ...(await businessPages(credentials, signal)),
  ];
  const pages = new Map(rows.flatMap(foundPage).map((one) => [one.pageId, one]));
  return {
    person: text.catch('').parse(me.name).slice(0, 200),
    personId: me.id ?? '',
    scopes: granted.flatMap(({ permission, status }) => (permission && status === 'granted' ? [permission] : [])),
    pages: [...pages.values()].toSorted((one, other) => one.name.localeCompare(other.name)),
  };
};
