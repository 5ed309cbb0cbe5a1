import type { Middleware } from 'koa';
import { AppError } from '@balcao/sdk/server';

export interface OpenBodyLimits {
  /**
   * The most unfinished request bodies that one client address may have at a time. An office behind one address sends
   * only a few at once.
   */
  max: number;
  /** Milliseconds without a byte after which the client of an unfinished body is disconnected. */
  idleMs: number;
}
export const defaultBodyLimits: OpenBodyLimits = { max: 64, idleMs: 20_000 };

/**
 * Middleware that limits unfinished request bodies, which hold a connection and the bytes received so far: one client
 * address (behind a proxy its `TRUST_PROXY` address) may have at most `max` of them, and a client that stops sending is
 * disconnected. A slow client that keeps sending is not.
 */
export const limitOpenBodies = ({ max, idleMs }: OpenBodyLimits): Middleware => {
  const open = new Map<string, number>();
  return async (ctx, next) => {
    const { req } = ctx;
    const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
    if (!hasBody || req.complete) return next();
    const address = ctx.ip;
    const held = open.get(address) ?? 0;
    if (held >= max) {
      // The body stays unread, so the connection cannot carry another request.
      ctx.set('Connection', 'close');
      throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: Math.ceil(idleMs / 1000) } });
    }
    open.set(address, held + 1);
    const { socket } = req;
    const cut = (): void => {
      if (!req.complete) socket.destroy();
    };
    socket.setTimeout(idleMs, cut);
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      socket.off('timeout', cut);
      // A finished response has set Node's timeout for the next request already, which must stay.
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
