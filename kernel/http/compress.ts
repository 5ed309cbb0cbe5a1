import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Middleware } from 'koa';

// Smallest body worth compressing, in bytes: below it the saving is smaller than one packet.
const minBytes = 2048;
const small = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const options = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 4 } };

const textOf = (body: unknown, type: string): string | undefined => {
  if (typeof body === 'string') return body;
  const isPlain =
    typeof body === 'object' &&
    body !== null &&
    [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(body));
  return isPlain && type === 'application/json' ? JSON.stringify(body) : undefined;
};

/** Compresses lists and pages, which are mostly repetition. Files and streams are left as they are. */
export const compress: Middleware = async (ctx, next) => {
  await next();
  if (ctx.respond === false || ctx.method === 'HEAD' || ctx.status !== 200) return;
  if (ctx.res.hasHeader('content-encoding')) return;
  const text = textOf(ctx.body, ctx.response.type);
  if (text === undefined || text.length < minBytes) return;
  ctx.vary('accept-encoding');
  // Tried one by one, because browsers list gzip first among equally acceptable ones.
  const encoding = (['br', 'gzip'] as const).find((one) => ctx.acceptsEncodings(one) === one);
  if (!encoding) return;
  ctx.body = encoding === 'br' ? await small.br(text, options.br) : await small.gzip(text, options.gzip);
  ctx.set('content-encoding', encoding);
};
