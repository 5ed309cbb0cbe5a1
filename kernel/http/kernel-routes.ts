import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import { AppError, forbidden, type AuditEntry, type Company, type CurrentUser, networkOf } from '@balcao/sdk/server';
import type { AuditRecords } from '../audit/audit-log.ts';
import { auditEntryOf, auditActionOf } from '../audit/audit-action.ts';
import { withAuditContext, AuditContext } from '../audit/audit-context.ts';
import type { KernelRequest, KernelRoute, Session } from '../auth/kernel-route.ts';
import { receiveBody, type CheckUpload } from './body.ts';
import { refuseRestricted } from '../tenants/access.ts';
import { checkInput, decodeParams } from './input.ts';
import { languageOf, send } from './pipeline.ts';
import type { RateLimit } from './rate.ts';

export interface KernelRouteParts {
  rates: RateLimit;
  records: Pick<AuditRecords, 'store'>;
  checkUpload: CheckUpload;
  authenticate(authorization: string | undefined): Promise<{ session: Session; user: CurrentUser; company: Company }>;
  can(user: CurrentUser, companyId: number, permission: string): boolean;
}

const hasBody = ({ req: { headers } }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Routes that a page always needs: who is signed in, what is on, and the settings of its appearance. */
const opensAlways = (method: string, path: string): boolean =>
  path.startsWith('/auth/') || (method === 'GET' && (path.startsWith('/platform/') || path === '/settings'));

const entryFor = ({ method, path, access, audit }: KernelRoute, request: KernelRequest): AuditEntry | undefined => {
  if (typeof audit === 'function') return audit(request);
  const action = auditActionOf({ method, path, access, ...(audit !== undefined && { audit }) });
  return action === undefined ? undefined : auditEntryOf(action, request);
};
const auditContextOf = (
  access: KernelRoute['access'],
  { user, company, session }: { user: CurrentUser; company: Company; session: Session },
  { ip, userAgent }: KernelRequest,
  entry: AuditEntry,
): AuditContext => {
  const origin = { ip, userAgent, sessionId: session.id };
  const own = access === 'super' ? undefined : company.id;
  return new AuditContext({ id: randomUUID(), companyId: own, plugin: 'kernel', user, origin, entry });
};
const recorded = async (
  { records }: KernelRouteParts,
  auditContext: AuditContext,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  try {
    const result = await withAuditContext(auditContext, work);
    if (!auditContext.isStored) await records.store(auditContext);
    return result;
  } finally {
    auditContext.isEnded = true;
  }
};

/** Wraps a route of the kernel as middleware: session, company, permission, input, like every other route. */
export const kernelRoute = (parts: KernelRouteParts, route: KernelRoute): Middleware => {
  const { access, method, path, rate, input = {} } = route;
  return async (ctx) => {
    ctx.state.plugin = 'kernel';
    ctx.state.route = `${method} ${path}`;
    const caller = access === 'public' ? undefined : await parts.authenticate(ctx.get('authorization'));
    if (caller) {
      const { user, company } = caller;
      if (!opensAlways(method, path)) refuseRestricted(company, user, 'kernel');
      if (access === 'super' ? !user.super : access !== 'signed-in' && !parts.can(user, company.id, access))
        throw forbidden();
    }
    if (rate !== undefined) parts.rates.count(`${method} ${path} ${caller?.user.id ?? networkOf(ctx.ip)}`, rate);
    // Forms of other sites can send everything else without a preflight request.
    if (hasBody(ctx) && !ctx.is('json')) throw new AppError(415, 'ERR_UNSUPPORTED_MEDIA_TYPE');
    const { body } = await receiveBody(ctx, {}, parts.checkUpload);
    if (typeof body !== 'object' || body === null)
      throw new AppError(400, 'ERR_VALIDATION', { fields: { body: 'not an object' } });
    const checked = await checkInput(input, {
      params: decodeParams(ctx.params as Record<string, string>),
      query: ctx.query,
      body,
    });
    const request: KernelRequest = {
      ...(checked as { params: never; query: never; body: never }),
      ...caller,
      cookies: {
        get: (name) => ctx.cookies.get(name),
        set: (name, value, { secure, ...options }) => {
          // Behind a proxy that ends TLS the socket is plain, so the setting decides whether the site is https.
          ctx.cookies.secure = secure || ctx.cookies.secure;
          ctx.cookies.set(name, value, { ...options, secure, overwrite: true });
        },
      },
      ip: ctx.ip,
      userAgent: ctx.get('user-agent').slice(0, 300),
      language: languageOf(ctx, caller?.company.language),
    };
    const entry = caller && entryFor(route, request);
    const result = entry
      ? await recorded(parts, auditContextOf(access, caller, request, entry), () => route.handle(request))
      : await route.handle(request);
    send(ctx, result);
  };
};
