import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { AppError, forbidden, isPublicAddress } from '@balcao/sdk/server';
import { equalsInConstantTime } from '../auth/derived-keys.ts';

interface HealthParts {
  /** Rejects while the node cannot serve requests. */
  ready(): Promise<void>;
  metrics(): Promise<{ type: string; text: string }>;
  /** Bearer token for /metrics. Absent: callers must have a private address. */
  metricsToken: string | undefined;
  trustProxy: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Refuses strangers, because metrics show what runs here and how busy it is, and take time to collect. */
const refuseStranger = (ctx: Context, { metricsToken, trustProxy }: HealthParts): void => {
  if (metricsToken !== undefined) {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(ctx.get('authorization')) ?? [];
    if (equalsInConstantTime(digest(given), digest(metricsToken))) return;
    ctx.set('www-authenticate', 'Bearer');
    throw new AppError(401, 'ERR_TOKEN_INVALID');
  }
  // A proxy that is not configured has a private address, whoever is behind it.
  const isHidden = !trustProxy && (ctx.get('x-forwarded-for') !== '' || ctx.get('forwarded') !== '');
  if (isHidden || isPublicAddress(ctx.ip)) throw forbidden();
};

/** /healthz: the process answers. /readyz: it can serve requests. /metrics: its metrics for Prometheus. */
export const healthRoutes = (parts: HealthParts): Middleware[] => [
  async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' };
      return;
    }
    if (ctx.path === '/readyz') {
      const problem = await parts.ready().then(
        () => undefined,
        () => 'unavailable',
      );
      ctx.status = problem === undefined ? 200 : 503;
      ctx.body = { status: problem ?? 'ok' };
      return;
    }
    if (ctx.path === '/metrics') {
      refuseStranger(ctx, parts);
      const { type, text } = await parts.metrics();
      ctx.type = type;
      ctx.body = text;
      return;
    }
    await next();
  },
];
