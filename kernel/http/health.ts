import type { Middleware } from 'koa';

interface HealthParts {
  /** Rejects while the node cannot serve. */
  ready(): Promise<void>;
  metrics(): Promise<{ type: string; text: string }>;
}

/** /healthz: the process answers. /readyz: it can serve. /metrics: its figures, for Prometheus. */
export const healthRoutes = ({ ready, metrics }: HealthParts): Middleware[] => [
  async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' };
      return;
    }
    if (ctx.path === '/readyz') {
      const problem = await ready().then(
        () => undefined,
        () => 'unavailable',
      );
      ctx.status = problem === undefined ? 200 : 503;
      ctx.body = { status: problem ?? 'ok' };
      return;
    }
    if (ctx.path === '/metrics') {
      const { type, text } = await metrics();
      ctx.type = type;
      ctx.body = text;
      return;
    }
    await next();
  },
];
