import type { Context, Middleware } from 'koa';
import { Readable } from 'node:stream';
import {
  AppError,
  forbidden,
  Reply,
  tokenCheck,
  type Company,
  type CurrentUser,
  type Language,
  type PublicAccess,
  type RouteRequest,
  type TokenCheck,
  networkOf,
} from '@balcao/sdk/server';
import type { AuditRecords } from '../audit/audit-log.ts';
import { auditEntryOf, auditActionOf } from '../audit/audit-action.ts';
import { withAuditContext, AuditContext } from '../audit/audit-context.ts';
import type { RouteEntry } from '../host/ledger.ts';
import { TimeLimit } from '../host/limits.ts';
import type { Registry } from '../host/registry.ts';
import { inCompany, platformScope } from '../host/scope.ts';
import type { ScopeContext } from '../host/scope-parts.ts';
import type { Scopes } from '../host/scopes.ts';
import type { Switches } from '../host/switches.ts';
import { receiveBody, type CheckUpload } from './body.ts';
import { refuseRestricted } from '../tenants/access.ts';
import { withImpersonation } from '../impersonation/impersonation.ts';
import { checkInput, decodeParams } from './input.ts';
import type { Quota, ResolvedToken, TokenBook } from '../tokens/tokens.ts';
import type { RateLimit } from './rate.ts';

export interface Caller {
  user: CurrentUser;
  companyId: number;
  sessionId: string;
}

export interface PipelineParts {
  registry: Registry;
  switches: Switches;
  scopes: Scopes;
  rates: RateLimit;
  tokens: Pick<TokenBook, 'resolve' | 'countCall'>;
  records: Pick<AuditRecords, 'store'>;
  checkUpload: CheckUpload;
  /** Throws 413 ERR_DISK_FULL when the disk has no room for so many bytes. */
  requireDisk(bytes: number): Promise<void>;
  /** Identifies the caller; throws 401 or 403 when the session is missing, forged, ended or expired. */
  authenticate(authorization: string | undefined): Promise<Caller>;
  resolveAddress(address: string): Promise<{ companyId: number; plugin: string; ref: string } | undefined>;
  /** Returns a kernel service that works without a company. */
  companyless(id: string): unknown;
  /** Called when a webhook of a plugin that is off was answered and dropped. */
  dropped(plugin: string): void;
}

const languages: readonly string[] = ['pt', 'en', 'es'];
export const languageOf = (ctx: Context, fallback: Language = 'pt'): Language => {
  const asked = ctx.get('x-language') || ctx.get('accept-language').slice(0, 2);
  return languages.includes(asked) ? (asked as Language) : fallback;
};

/**
 * Serialised here and not by Koa after the last middleware, because a value that cannot be serialised is the plugin's
 * defect.
 */
const write = (ctx: Context, body: unknown): void => {
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body) || body instanceof Readable) {
    ctx.body = body as Context['body'];
    return;
  }
  ctx.body = JSON.stringify(body) ?? '{}';
  if (!ctx.response.get('content-type').includes('json')) ctx.type = 'json';
};

export const send = (ctx: Context, result: unknown): void => {
  if (result instanceof Reply) {
    ctx.status = result.status;
    ctx.set(result.headers);
    if (result.body !== undefined) write(ctx, result.body);
    else if (result.status === 200) write(ctx, {});
    if (result.body instanceof Readable) ctx.respond = true;
    return;
  }
  ctx.status = 200;
  write(ctx, result ?? {});
};

/** Returns a signal that is aborted when the client closes the connection before the answer. */
const signalOf = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort(new Error('the request was closed'));
  });
  return controller.signal;
};

const allowOrigin = (ctx: Context, access: PublicAccess): void => {
  const origin = ctx.get('origin');
  if (!access.cors || origin === '') return;
  ctx.set('access-control-allow-origin', origin);
  ctx.vary('origin');
};

/** Wrong tokens a minute from one address, after which they are no longer looked up. */
const maxWrongTokens = 60;

const setQuotaHeaders = (ctx: Context, { limit, remaining, reset, isOver }: Quota): void => {
  ctx.set({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${reset}` });
  if (isOver) throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: reset } });
};

/** Checks session, company, plugin on, permission and input, in this order; then runs the plugin's own code. */
export const pluginRoute = (parts: PipelineParts, { plugin, path, method, definition }: RouteEntry): Middleware => {
  const { access, input = {}, rate } = definition;
  const { switches, scopes } = parts;
  const action = typeof access === 'string' ? auditActionOf({ ...definition, access, method, path }) : undefined;
  const handle = definition.handle as (request: RouteRequest, scope: object) => Promise<unknown>;

  const { guard } = scopes;

  const hasFiles = (ctx: Context): boolean => input.files !== undefined && typeof ctx.is('multipart') === 'string';

  /** Counts uploads without a session before reading them, by their source and by their target. */
  const countFiles = (ctx: Context, address = ''): void => {
    const { bytesPerMinute } = input.files ?? {};
    if (bytesPerMinute === undefined || !hasFiles(ctx)) return;
    const bytes = Number(ctx.get('content-length'));
    if (bytes === 0) throw new AppError(411, 'ERR_LENGTH_REQUIRED');
    parts.rates.count(`files ${path} from ${networkOf(ctx.ip)}`, bytesPerMinute.caller, bytes);
    parts.rates.count(`files ${path} to ${address}`, bytesPerMinute.address, bytes);
  };

  /** Runs the plugin's own code on the request: its schemas, its handler, and its result. */
  const read = async (
    ctx: Context,
    { ref = '', company = 0 }: { ref?: string; company?: number },
    run: (request: RouteRequest, limits: Pick<ScopeContext, 'signal' | 'budget'>) => Promise<unknown>,
  ): Promise<void> => {
    const params = decodeParams(ctx.params as Record<string, string>);
    if (hasFiles(ctx)) await parts.requireDisk(Number(ctx.get('content-length')));
    const received = await receiveBody(ctx, input, parts.checkUpload);
    const place = { plugin, where: 'route', what: `${method} ${path}`, company } as const;
    const work = async (signal: AbortSignal): Promise<void> => {
      const checked = await checkInput(input, { params, query: ctx.query, body: received.body });
      const request = {
        ...checked,
        files: received.files,
        raw: received.raw,
        headers: ctx.headers,
        ip: ctx.ip,
        ref,
        language: languageOf(ctx),
      } as RouteRequest;
      const result = await run(request, { signal, budget: { events: guard.limits.events } });
      // After the time limit another response is under way.
      if (!(signal.reason instanceof TimeLimit)) send(ctx, result);
    };
    try {
      await guard.run(place, { limitMs: guard.limits.routeMs, signal: signalOf(ctx), isAnswer: true }, work);
    } finally {
      await received.discard();
    }
  };

  /** Sends nothing of the response before the audit entry is stored. */
  const recorded = async (auditContext: AuditContext, work: () => Promise<unknown>): Promise<unknown> => {
    try {
      const result = await withAuditContext(auditContext, work);
      if (!auditContext.isStored) await parts.records.store(auditContext);
      return result;
    } finally {
      auditContext.isEnded = true;
    }
  };

  const openToAll = async (ctx: Context, open: PublicAccess): Promise<void> => {
    allowOrigin(ctx, open);
    if (rate !== undefined) parts.rates.count(`${method} ${path} ${networkOf(ctx.ip)}`, rate);
    const context = {
      plugin,
      user: undefined,
      language: languageOf(ctx),
      requestId: ctx.state.requestId as string,
      origin: { ip: ctx.ip, userAgent: ctx.get('user-agent') },
    };
    if (!open.address) {
      countFiles(ctx);
      await read(ctx, {}, (request, limits) =>
        handle(request, platformScope(scopes.parts, { ...context, ...limits }, parts.companyless)),
      );
      return;
    }
    const found = await parts.resolveAddress((ctx.params as { address: string }).address);
    const company = found && found.plugin === plugin ? scopes.company(found.companyId) : undefined;
    if (!found || !company) throw new AppError(404, 'ERR_NOT_FOUND');
    if (!switches.works(plugin, company.id)) {
      if (!open.webhook) throw new AppError(404, 'ERR_PLUGIN_DISABLED');
      ctx.req.resume();
      parts.dropped(plugin);
      send(ctx, {});
      return;
    }
    countFiles(ctx, (ctx.params as { address: string }).address);
    await read(ctx, { ref: found.ref, company: company.id }, (request, limits) =>
      handle(request, scopes.of({ ...context, ...limits, company })),
    );
  };

  /** Throws when a plugin refuses a call by token. */
  const refuseToken = async (ctx: Context, found: ResolvedToken, company: Company): Promise<void> => {
    for (const { plugin: checker, item } of parts.registry.contributions(tokenCheck.id)) {
      if (!switches.isOn(checker, company.id)) continue;
      const context = { plugin: checker, user: undefined, language: company.language, signal: signalOf(ctx) };
      const scope = scopes.of({ ...context, company });
      const refusal = await (item as TokenCheck).check({ ip: ctx.ip, plugin, ref: found.ref }, scope);
      if (refusal) throw forbidden(refusal.code);
    }
  };

  const byToken = async (ctx: Context): Promise<void> => {
    const found = await parts.tokens.resolve(ctx.get('authorization'));
    const company = found && found.plugin === plugin ? scopes.company(found.companyId) : undefined;
    if (!found || !company) {
      parts.rates.count(`token ${networkOf(ctx.ip)}`, maxWrongTokens);
      throw new AppError(401, 'ERR_TOKEN_INVALID');
    }
    if (!switches.works(plugin, company.id)) throw new AppError(404, 'ERR_PLUGIN_DISABLED');
    const { restriction } = company;
    if (restriction && !restriction.plugins.includes(plugin)) throw forbidden(restriction.code);
    if (rate !== undefined) setQuotaHeaders(ctx, await parts.tokens.countCall(found, `${method} ${path}`, rate));
    await refuseToken(ctx, found, company);
    await read(ctx, { ref: found.ref, company: company.id }, (request, limits) => {
      const context = {
        plugin,
        company,
        user: undefined,
        language: languageOf(ctx, company.language),
        requestId: ctx.state.requestId as string,
        origin: { ip: ctx.ip, userAgent: ctx.get('user-agent') },
        ...limits,
      };
      return handle(request, scopes.of(context));
    });
  };

  return async (ctx) => {
    ctx.state.plugin = plugin;
    ctx.state.route = `${method} ${path}`;
    if (typeof access === 'object') {
      await ('token' in access ? byToken(ctx) : openToAll(ctx, access));
      return;
    }
    const { user, companyId, sessionId } = await parts.authenticate(ctx.get('authorization'));
    const company = scopes.company(companyId);
    if (!company) throw new AppError(401, 'ERR_SESSION_EXPIRED');
    if (!switches.isOn(plugin, companyId)) throw new AppError(404, 'ERR_PLUGIN_DISABLED');
    refuseRestricted(company, user, plugin);
    if (access === 'super' ? !user.super : access !== 'signed-in' && !scopes.can(user, companyId, access))
      throw forbidden();
    if (rate !== undefined) parts.rates.count(`${method} ${path} ${user.id}`, rate);
    const origin = { ip: ctx.ip, userAgent: ctx.get('user-agent'), sessionId };
    await read(ctx, { company: company.id }, (request, limits) => {
      const context = {
        origin,
        plugin,
        user,
        language: languageOf(ctx, company.language),
        requestId: ctx.state.requestId as string,
        ...limits,
      };
      const scope = scopes.of({ ...context, company });
      const work = (): Promise<unknown> =>
        withImpersonation(user, () =>
          handle(
            request,
            access === 'super' || context.user?.super
              ? Object.assign(scope, { inCompany: inCompany(scopes.parts, context) })
              : scope,
          ),
        );
      if (action === undefined) return work();
      const id = ctx.state.requestId as string;
      const own = access === 'super' ? undefined : companyId;
      return recorded(
        new AuditContext({ id, companyId: own, plugin, user, origin, entry: auditEntryOf(action, request) }),
        work,
      );
    });
  };
};
