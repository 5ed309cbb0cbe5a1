import { randomUUID } from 'node:crypto';
import Koa, { type Context, type Middleware } from 'koa';
import Router from '@koa/router';
import { AppError, type Log } from '@balcao/sdk/server';
import type { RouteEntry } from '../host/ledger.ts';
import { compress } from './compress.ts';
import { answerBody, toAnswer } from './errors.ts';
import { limitOpenBodies, defaultBodyLimits } from './open-bodies.ts';
import { pluginRoute, type PipelineParts } from './pipeline.ts';

export interface HttpParts {
  pipeline: PipelineParts;
  /** Routes of the plugins; the same array as long as nothing changed. */
  routes(): readonly RouteEntry[];
  /** Routes of the kernel itself, already as middleware. */
  kernel: readonly { method: string; path: string; handle: Middleware }[];
  /** Media, pages and browser code: everything outside the API. */
  outside: readonly Middleware[];
  trustProxy: boolean;
  /** True when browsers reach the installation by https; they are told to stay with it. */
  secure: boolean;
  log: Log;
  /** Called when a request ended, for metrics by route and plugin. */
  ended(request: {
    method: string;
    route: string;
    plugin: string;
    status: number;
    seconds: number;
    defect: boolean;
  }): void;
}

const describeRequest = (ctx: Context): object => ({
  request: ctx.state.requestId as string,
  route: (ctx.state.route as string | undefined) ?? ctx.method,
  plugin: ctx.state.plugin as string | undefined,
});

const aYear = 'max-age=31536000';

const watch =
  ({ log, ended, secure }: HttpParts): Middleware =>
  async (ctx, next) => {
    const started = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set('x-request-id', ctx.state.requestId as string);
    ctx.set('x-content-type-options', 'nosniff');
    if (secure) ctx.set('strict-transport-security', aYear);
    let isDefect = false;
    try {
      await next();
    } catch (error) {
      const { answer, defect } = toAnswer(error);
      isDefect = defect;
      const { retryAfter } = (answer.context ?? {}) as { retryAfter?: number };
      if (retryAfter !== undefined) ctx.set('retry-after', String(retryAfter));
      if (defect) log.error({ ...describeRequest(ctx), err: answer.cause ?? answer }, 'request failed');
      else if (answer.cause !== undefined)
        log.info({ ...describeRequest(ctx), code: answer.code, err: answer.cause }, 'request refused');
      ctx.status = answer.status;
      ctx.body = answerBody(answer);
      // Unread bytes would be taken for the next request on the same connection.
      if (!ctx.req.readableEnded) ctx.req.resume();
    }
    const route = (ctx.state.route as string | undefined) ?? 'other';
    ended({
      method: ctx.method,
      route,
      plugin: (ctx.state.plugin as string | undefined) ?? 'kernel',
      status: ctx.status,
      seconds: (performance.now() - started) / 1000,
      defect: isDefect,
    });
  };

/** Answers preflight requests of other sites' browsers, which only routes that allow it accept. */
const preflight =
  (routes: () => readonly RouteEntry[]): Middleware =>
  async (ctx, next) => {
    if (ctx.method !== 'OPTIONS') return next();
    const wanted = ctx.get('access-control-request-method');
    const open = routes().filter(
      ({ definition: { access } }) => typeof access === 'object' && 'cors' in access && access.cors,
    );
    const patterns = open
      .filter(({ method }) => method === wanted)
      .map(({ path }) => new RegExp(`^/api${path.replace(/:[a-zA-Z]+/g, '[^/]+')}/?$`));
    if (!patterns.some((pattern) => pattern.test(ctx.path))) throw new AppError(404, 'ERR_NOT_FOUND');
    ctx.set({
      'access-control-allow-origin': ctx.get('origin') || '*',
      'access-control-allow-methods': wanted,
      'access-control-allow-headers': 'content-type, authorization, x-language',
      'access-control-max-age': '600',
    });
    ctx.vary('origin');
    ctx.status = 204;
  };

/**
 * Puts `/messages/send` before `/messages/:id`, of whatever plugins: a literal segment is more specific than a
 * parameter.
 */
const byPrecision = (routes: readonly RouteEntry[]): RouteEntry[] => {
  const parameters = (path: string): string =>
    path
      .split('/')
      .map((part) => (part.startsWith(':') ? 1 : 0))
      .join('');
  return routes.toSorted((one, other) => parameters(one.path).localeCompare(parameters(other.path)));
};

const register = (router: Router, method: string, path: string, handle: Middleware): void => {
  router.register(path, [method.toLowerCase()], handle as Parameters<Router['register']>[2]);
};

/** Returns the first part of a path, in lower case, because paths match whatever their case. */
const firstPart = (path: string): string => (path.split('/', 2)[1] ?? '').toLowerCase();
const isPattern = (part: string): boolean => /[^\w.-]/.test(part);

/**
 * Builds the router of all API paths. It is rebuilt when the plugins change; a running request ends in the one it
 * began in.
 */
const apiOf = (parts: HttpParts): Middleware => {
  const make = (routes: readonly RouteEntry[]): Middleware => {
    const all: HttpParts['kernel'] = [
      ...parts.kernel,
      ...byPrecision(routes).map((route) => ({ ...route, handle: pluginRoute(parts.pipeline, route) })),
    ];
    const answerOf = (own: typeof all): Middleware => {
      const api = new Router({ prefix: '/api' });
      for (const { method, path, handle } of own) register(api, method, path, handle);
      return api.routes() as unknown as Middleware;
    };
    // A router tries its paths one after the other, and there are hundreds: each first part has a router of its own.
    const anywhere = all.filter(({ path }) => isPattern(firstPart(path)));
    const names = new Set(all.map(({ path }) => firstPart(path)).filter((part) => !isPattern(part)));
    const answers = new Map(
      [...names].map((name) => [
        name,
        answerOf(all.filter((route) => firstPart(route.path) === name || anywhere.includes(route))),
      ]),
    );
    const answerElsewhere = answerOf(anywhere);
    return (ctx, next) => (answers.get(firstPart(ctx.path.slice('/api'.length))) ?? answerElsewhere)(ctx, next);
  };
  let of = parts.routes();
  let answer = make(of);
  return (ctx, next) => {
    const routes = parts.routes();
    if (routes !== of) {
      of = routes;
      answer = make(routes);
    }
    return answer(ctx, next);
  };
};

/** Error codes of a client that closed the connection, which need no report. */
const clientGone = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECANCELED']);

/** Creates the whole server as one Koa application. */
export const createApp = (parts: HttpParts): Koa => {
  // Only the last address was added by the proxy; the client may have written those before it.
  const app = new Koa({ proxy: parts.trustProxy, maxIpsCount: 1 });
  app.on('error', (err: unknown) => {
    if (!clientGone.has((err as { code?: string } | null)?.code ?? ''))
      parts.log.error({ err }, 'response was interrupted');
  });
  app.use(watch(parts));
  app.use(limitOpenBodies(defaultBodyLimits));
  app.use(compress);
  app.use(preflight(parts.routes));
  app.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) return next();
    ctx.set('cache-control', 'no-store');
    try {
      decodeURIComponent(ctx.path);
    } catch {
      throw new AppError(404, 'ERR_NOT_FOUND');
    }
    return next();
  });
  app.use(apiOf(parts));
  app.use(async (ctx, next) => {
    if (ctx.path === '/api' || ctx.path.startsWith('/api/')) throw new AppError(404, 'ERR_NOT_FOUND');
    return next();
  });
  for (const middleware of parts.outside) app.use(middleware);
  return app;
};
