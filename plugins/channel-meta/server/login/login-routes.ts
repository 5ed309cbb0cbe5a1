import { AppError, conflict, invalid, z, type Host, type Scope } from '@balcao/sdk/server';
import {
  graphVersion,
  metaChannels,
  returnPath,
  type AppView,
  type ConnectResult,
  type LoginView,
} from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { callbackPath, companyApp, installationApp, type MetaApp } from '../app/app.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';
import { dialogUrl } from '../graph/graph-url.ts';
import { connectPages } from './connect-pages.ts';
import { findLogin, startLogin, storePages, takeStarted } from './logins.ts';
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

const requiredApp = async (scope: Scope): Promise<MetaApp & { ownApp: boolean }> => {
  const app = await appForLogin(scope);
  if (!app) throw conflict('ERR_META_NO_APP');
  return app;
};

const dialogAddress = (app: MetaApp, state: string, redirectUri: string, withInstagram: boolean): string => {
  const url = new URL(`/${graphVersion}/dialog/oauth`, dialogUrl());
  const query = {
    client_id: app.appId,
    redirect_uri: redirectUri,
    state,
    response_type: 'code',
    ...(app.configId ? { config_id: app.configId } : { scope: scopesFor(withInstagram).join(',') }),
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
    input: { body: z.object({ origin: z.string().max(300), instagram: z.boolean().default(true) }) },
    output: z.object({ url: z.string() }),
    handle: async ({ body, headers }, scope) => {
      const app = await requiredApp(scope);
      const redirectUri = `${originIn(headers, body.origin)}${returnPath}`;
      const state = await startLogin(scope, scope.user.id, redirectUri, app.ownApp);
      return { url: dialogAddress(app, state, redirectUri, body.instagram) };
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
      const app = await requiredApp(scope);
      if (app.ownApp !== started.ownApp) throw conflict('ERR_META_LOGIN_OVER');
      const result = await askMeta(async (): Promise<LoginResult> => {
        const code = body.code.replace(/#_$/, '');
        return readPages(app, await tokenOfCode(app, code, started.redirectUri, scope.signal), scope);
      });
      await storePages(scope, started.id, result);
      return offerOf(scope, started.id, result);
    },
  });
  host.route('GET', '/meta/login/:id', {
    access: 'meta:edit',
    summary: 'The pages and accounts of a login, with what cannot be chosen and why',
    input: { params: z.object({ id }) },
    handle: async ({ params }, scope): Promise<LoginView> =>
      offerOf(scope, params.id, await findLogin(scope, scope.user.id, params.id)),
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
