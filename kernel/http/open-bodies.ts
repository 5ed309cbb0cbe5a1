import type { Middleware } from 'koa';
import { AppError } from '@balcao/sdk/server';

export interface OpenBodyLimits {
  /** Most unfinished bodies of one address. An office behind one address sends only a few at once. */
  max: number;
  /** Milliseconds after which a client that sends nothing of a body is disconnected. */
  idleMs: number;
}
export const defaultBodyLimits: OpenBodyLimits = { max: 64, idleMs: 20_000 };

/**
 * Limits unfinished bodies, which hold a connection and the bytes received so far: one address may have a number of
 * them, and a client that stops sending is disconnected. A slow one that keeps sending is not.
 */
export const openBodies = ({ max, idleMs }: OpenBodyLimits): Middleware => {
  const open = new Map<string, number>();
  return async (ctx, next) => {
    const { req } = ctx;
    const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
    if (!hasBody || req.complete) return next();
    const address = ctx.ip;
    const held = open.get(address) ?? 0;
    if (held >= max) {
      ctx.set('Connection', 'close');
      throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: Math.ceil(idleMs / 1000) } });
    }
    open.set(address, held + 1);
    const { socket } = req;
    const cut = (): void => {
      if (!req.complete) socket.destroy();
    };
    socket.setTimeout(idleMs, cut);
    let isOver = false;
    const release = (): void => {
      if (isOver) return;
      isOver = true;
      socket.off('timeout', cut);
      // After the response the server's own timeout for the next request applies.
      if (!ctx.res.writableFinished) socket.setTimeout(0);
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    };
    req.once('end', release);
    req.once('close', release);
    await next();
  };
};
