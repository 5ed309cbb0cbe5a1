import type { Context } from 'koa';
import { notFound, type FileReaders } from '@balcao/sdk/server';
import type { ByteRange, StorageBackend } from './backend.ts';
import { isSignedLink } from './links.ts';
import type { FileRecord, MediaStore } from './media-store.ts';

interface ServeMediaOptions {
  store: MediaStore;
  backend: StorageBackend;
  key: Buffer;
  /** Returns whether a person's token opens files of a company; throws when its session has ended. */
  opens(token: string, companyId: number): Promise<boolean>;
  /** Returns whether the person of the token is one of the readers to whom a file is restricted. */
  admits(token: string, companyId: number, readers: FileReaders): Promise<boolean>;
}

/** Extensions that a browser or the system would execute: the extension of the file's type is appended to them. */
const isActive = /\.(x?html?|shtml|svgz?|xml|xslt?|mht(ml)?|m?js|hta|exe|com|bat|cmd|scr|msi|ps1|vbs|jar|lnk|url)$/i;

const shownInline = /^(image\/(?!svg)|audio\/|video\/|application\/pdf$)/;

/**
 * Handles GET and HEAD `/public/{path}`, with `?t=` of a person who is signed in to the company that owns the file,
 * or a signature. A token whose session has ended is refused with 403; any other is answered as if there were no
 * file.
 */
export const serveMedia =
  ({ store, backend, key, opens, admits }: ServeMediaOptions) =>
  async (ctx: Context): Promise<void> => {
    const name = decoded(ctx.path.replace(/^\/public\//, ''));
    const file = name === undefined ? undefined : await store.find(name);
    if (!file) throw notFound('ERR_NO_FILE_FOUND');
    const signed = isSignedLink(key, file.path, { s: one(ctx.query['s']), e: one(ctx.query['e']) });
    const token = one(ctx.query['t']);
    if (!signed && !(await opens(token, file.companyId))) throw notFound('ERR_NO_FILE_FOUND');
    if (!signed && file.readers && !(await admits(token, file.companyId, file.readers)))
      throw notFound('ERR_NO_FILE_FOUND');

    const etag = `"${file.path.slice(file.path.lastIndexOf('/') + 1)}"`;
    describe(ctx, file, etag, signed);
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const range = wantedRange(ctx, file.size, etag);
    if (range === 'none') {
      ctx.set('Content-Range', `bytes */${file.size}`);
      ctx.remove('Content-Disposition');
      ctx.status = 416;
      ctx.body = '';
      return;
    }
    if (range) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
    }
    ctx.length = range ? range.end - range.start + 1 : file.size;
    if (ctx.method === 'HEAD') return;
    const stream = await backend.open(file.path, range).catch((error: unknown) => {
      undescribe(ctx);
      throw error;
    });
    if (!stream) {
      undescribe(ctx);
      throw notFound('ERR_NO_FILE_FOUND');
    }
    const { type, length } = ctx.response;
    ctx.body = stream;
    // Passing a stream to Koa removes the length and may guess a type.
    ctx.type = type;
    ctx.length = length ?? file.size;
  };

/** Removes the headers of the file, or browsers would cache the error in its place. */
function undescribe(ctx: Context): void {
  for (const header of ['Content-Length', 'Content-Range', 'Content-Disposition', 'Cache-Control', 'ETag'])
    ctx.remove(header);
}

function describe(ctx: Context, { name, mime, path, readers }: FileRecord, etag: string, signed: boolean): void {
  const type = shownInline.test(mime) ? 'inline' : 'attachment';
  // Plain ASCII in the old parameter, so that accents are only in the one that declares its encoding.
  const ending = path.slice(path.lastIndexOf('.'));
  const isKnown = mime !== 'application/octet-stream';
  const called = isKnown && isActive.test(name) && !name.toLowerCase().endsWith(ending) ? `${name}${ending}` : name;
  ctx.attachment(called, { type, fallback: called.replace(/[^ -~]/g, '_') });
  ctx.set({
    'Content-Type': mime === 'text/plain' ? 'text/plain; charset=utf-8' : mime,
    'X-Content-Type-Options': 'nosniff',
    // Chromium shows no PDF in a sandboxed document; its viewer is isolated from the page in any case.
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; ${mime === 'application/pdf' ? `object-src 'self'; frame-ancestors 'self'` : 'sandbox'}`,
    'Cross-Origin-Resource-Policy': signed ? 'cross-origin' : 'same-origin',
    'Referrer-Policy': 'no-referrer',
    // The bytes under a path never change, but who may read a restricted file does.
    'Cache-Control': readers ? 'private, no-cache' : 'private, max-age=86400, immutable',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
}

/** Returns the one requested range, undefined for the whole file, 'none' for a range outside it. */
function wantedRange(ctx: Context, size: number, etag: string): ByteRange | 'none' | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range').trim());
  const condition = ctx.get('If-Range');
  if (!asked || (condition && condition !== etag)) return undefined;
  const [, from = '', to = ''] = asked;
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > end ? 'none' : { start, end };
}

const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
