import { AppError, conflict, invalid, z, type Host, type Scope } from '@balcao/sdk/server';
import {
  graphVersion,
  metaChannels,
  returnPath,
  vias,
  type AppView,
  type ConnectResult,
  type LoginView,
  type Via,
} from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { allAccounts } from '../account/account.ts';
import { appFor, callbackPath, companyApp, installationApp, type MetaApp } from '../app/app.ts';
import { commentScopes } from '../comments/permissions.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';
import { metaUrl } from '../graph/graph-url.ts';
import { connectPages } from './connect-pages.ts';
import { instagramScopes, readInstagram } from './instagram.ts';
import { findLogin, startLogin, storePages, takeStarted, type StartedLogin } from './logins.ts';
import { offerOf } from './offer.ts';
import { readPages, scopesFor, tokenOfCode, type LoginResult } from './pages.ts';

const id = z.string().min(1).max(100);
const chosen = z.object({ pageId: z.string().min(1).max(60), channel: z.enum(metaChannels) });

/** Returns the app by which people of the company log in: its own, else the installation’s. */
export const appForLogin = async (scope: Scope): Promise<(MetaApp & { ownApp: boolean }) | undefined> => {
  const own = companyApp(scope);
  if (own) return { ...own, ownApp: true };
  const shared = await installationApp(scope);
  return shared && { ...shared, ownApp: false };
};

/** Runs requests to Meta of a login: what Meta refuses is an answer to the person. */
export const askMeta = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphUnreachable) throw new AppError(502, 'ERR_META_UNREACHABLE', { cause: error });
    if (error instanceof GraphError)
      throw new AppError(409, 'ERR_META_REFUSED', { cause: error, context: { code: error.code } });
    throw error;
  }
};

const requiredApp = async (scope: Scope, via: Via): Promise<MetaApp & { ownApp: boolean }> => {
  const app = await appForLogin(scope);
  if (!app) throw conflict('ERR_META_NO_APP');
  const forLogin = appFor(app, via);
  if (!forLogin) throw conflict('ERR_META_NO_INSTAGRAM_APP');
  return { ...forLogin, ownApp: app.ownApp };
};

/** The permissions that a login asks for besides those of a page’s messages. */
interface Wanted {
  instagram: boolean;
  comments: boolean;
}

const asked = (app: MetaApp, via: Via, { instagram, comments }: Wanted): Record<string, string> => {
  if (via === 'page' && app.configId) return { config_id: app.configId };
  const scopes = via === 'instagram' ? instagramScopes : scopesFor(instagram);
  return { scope: [...scopes, ...(comments ? commentScopes(via, instagram) : [])].join(',') };
};

const dialogAddress = (
  app: MetaApp,
  { id, redirectUri, via }: Omit<StartedLogin, 'ownApp'>,
  wanted: Wanted,
): string => {
  const url =
    via === 'instagram'
      ? metaUrl('www.instagram.com', 'oauth/authorize')
      : metaUrl('www.facebook.com', `${graphVersion}/dialog/oauth`);
  const query = {
    client_id: app.appId,
    redirect_uri: redirectUri,
    state: id,
    response_type: 'code',
    ...asked(app, via, wanted),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};

/** The page’s own origin: Meta returns there, and accepts registered addresses only. */
const originIn = (headers: Readonly<Record<string, string | string[] | undefined>>, given: string): string => {
  const sent = headers['origin'];
  if (!URL.canParse(given) || new URL(given).origin !== given || (typeof sent === 'string' && sent !== given))
    throw invalid({ origin: 'ERR_META_ORIGIN' });
  return given;
};

/** Routes of the login by Meta’s own page: no script of Meta runs in ours. */
export const loginRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/meta/app', {
    access: 'meta:edit',
    summary: 'Whether a login at Meta is possible, and the addresses to register there',
    handle: async (_request, scope): Promise<AppView> => {
      const app = await appForLogin(scope);
      const callbacks = await callbackPath(scope, app?.ownApp ?? true);
      return {
        hasInstagramLogin: app?.instagram !== undefined,
        owner: app ? (app.ownApp ? 'company' : 'installation') : 'none',
        redirectPath: returnPath,
        webhookPath: `${callbacks}/webhook`,
        deletionPath: `${callbacks}/deletion`,
        deauthorizePath: `${callbacks}/deauthorize`,
      };
    },
  });
  host.route('POST', '/meta/login', {
    access: 'meta:edit',
    audit: false,
    rate: 30,
    summary: 'Starts a login at Meta; returns the address to open',
    input: {
      body: z.object({
        origin: z.string().max(300),
        instagram: z.boolean().default(true),
        via: z.enum(vias).default('page'),
        /** Asks for the permissions of comments too. */
        comments: z.boolean().default(false),
      }),
    },
    output: z.object({ url: z.string() }),
    handle: async ({ body, headers }, scope) => {
      const { via } = body;
      const app = await requiredApp(scope, via);
      const redirectUri = `${originIn(headers, body.origin)}${returnPath}`;
      const id = await startLogin(scope, scope.user.id, { redirectUri, ownApp: app.ownApp, via });
      // Another login must not lose what an account with comments needs.
      const comments = body.comments || (await allAccounts(scope)).some(({ hasComments }) => hasComments);
      return { url: dialogAddress(app, { id, redirectUri, via }, { instagram: body.instagram, comments }) };
    },
  });
  host.route('POST', '/meta/login/finish', {
    access: 'meta:edit',
    audit: false,
    rate: 30,
    summary: 'Ends a login at Meta with its code; returns the pages and accounts to choose from',
    input: { body: z.object({ state: id, code: z.string().min(1).max(4000) }) },
    handle: async ({ body }, scope): Promise<LoginView> => {
      const started = await takeStarted(scope, scope.user.id, body.state);
      const { via, redirectUri } = started;
      const app = await requiredApp(scope, via);
      if (app.ownApp !== started.ownApp) throw conflict('ERR_META_LOGIN_OVER');
      const result = await askMeta(async (): Promise<LoginResult> => {
        const code = body.code.replace(/#_$/, '');
        if (via === 'instagram') return readInstagram(app, code, redirectUri, scope.signal);
        return readPages(app, await tokenOfCode(app, code, redirectUri, scope.signal), scope);
      });
      await storePages(scope, started.id, result);
      return offerOf(scope, started, result);
    },
  });
  host.route('GET', '/meta/login/:id', {
    access: 'meta:edit',
    summary: 'The pages and accounts of a login, with what cannot be chosen and why',
    input: { params: z.object({ id }) },
    handle: async ({ params }, scope): Promise<LoginView> => {
      const login = await findLogin(scope, scope.user.id, params.id);
      return offerOf(scope, login, login);
    },
  });
  host.route('POST', '/meta/connect', {
    access: 'meta:edit',
    rate: 30,
    summary: 'Connects chosen channels of a login; each result has its connection or its fault',
    input: {
      body: z.object({
        login: id,
        queueId: z.number().int().positive().max(2_147_483_647),
        channels: z.array(chosen).min(1).max(50),
      }),
    },
    handle: async ({ body }, scope): Promise<ConnectResult[]> =>
      connectPages(scope, await findLogin(scope, scope.user.id, body.login), body.channels, body.queueId),
  });
};
