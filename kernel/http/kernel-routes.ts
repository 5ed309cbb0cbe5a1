import type { Context, Middleware } from 'koa';
import { AppError, forbidden, type Company, type CurrentUser } from '@balcao/sdk/server';
import { ofAddress } from '../auth/attempts.ts';
import type { KernelRoute, Session } from '../auth/kernel-route.ts';
import { receiveBody, type CheckUpload } from './body.ts';
import { checkInput, decodeParams } from './input.ts';
import { languageOf, send } from './pipeline.ts';
import type { RateLimit } from './rate.ts';

export interface KernelRouteParts {
  rates: RateLimit;
  checkUpload: CheckUpload;
  authenticate(authorization: string | undefined): Promise<{ session: Session; user: CurrentUser; company: Company }>;
  can(user: CurrentUser, companyId: number, permission: string): boolean;
  /** Events may have been stored: deliver them. */
  wake(): void;
}

const hasBody = ({ req: { headers } }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A route of the kernel as middleware: session, company, permission, input, like every other route. */
export const kernelRoute = (parts: KernelRouteParts, route: KernelRoute): Middleware => {
  const { access, method, path, rate, input = {} } = route;
  return async (ctx) => {
    ctx.state.plugin = 'kernel';
    ctx.state.route = `${method} ${path}`;
    const caller = access === 'public' ? undefined : await parts.authenticate(ctx.get('authorization'));
    if (caller) {
      const { user, company } = caller;
      if (access === 'super' ? !user.super : access !== 'signed-in' && !parts.can(user, company.id, access))
        throw forbidden();
    }
    if (rate !== undefined) parts.rates.take(`${method} ${path} ${caller?.user.id ?? ofAddress(ctx.ip)}`, rate);
    // Forms of other sites can send everything else without asking first.
    if (hasBody(ctx) && !ctx.is('json')) throw new AppError(415, 'ERR_UNSUPPORTED_MEDIA_TYPE');
    const { body } = await receiveBody(ctx, {}, parts.checkUpload);
    if (typeof body !== 'object' || body === null)
      throw new AppError(400, 'ERR_VALIDATION', { fields: { body: 'not an object' } });
    const checked = await checkInput(input, {
      params: decodeParams(ctx.params as Record<string, string>),
      query: ctx.query,
      body,
    });
    const result = await route.handle({
      ...(checked as { params: never; query: never; body: never }),
      ...caller,
      cookies: {
        get: (name) => ctx.cookies.get(name),
        set: (name, value, { secure, ...options }) => {
          // Behind a proxy that ends TLS the socket is plain; the setting, not the socket, says whether the site is https.
          ctx.cookies.secure = secure || ctx.cookies.secure;
          ctx.cookies.set(name, value, { ...options, secure, overwrite: true });
        },
      },
      ip: ctx.ip,
      userAgent: ctx.get('user-agent').slice(0, 300),
      language: languageOf(ctx, caller?.company.language),
    });
    send(ctx, result);
    if (method !== 'GET') parts.wake();
  };
};
