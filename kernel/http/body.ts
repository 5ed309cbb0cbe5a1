import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { AppError, invalid, largestBody, type RouteInput, type Upload } from '@balcao/sdk/server';

/** Most bytes of a body that is no upload, unless the route sets a limit. */
const jsonLimit = 1024 * 1024;
export const uploadLimit = 52_428_800;

const tooLarge = (): AppError => new AppError(413, 'ERR_BODY_TOO_LARGE');

/** Returns the bytes of the body, because signatures are over exact bytes, and stores no more than the limit. */
const readRaw = async (request: IncomingMessage, limit = jsonLimit): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The request stays open when it is refused half-way; closing it would lose the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

interface OnDisk {
  file: string;
  discard(): Promise<void>;
}

/** Receives a large body into a file, so that it uses no memory during a long upload. */
const receiveOnDisk = async (request: IncomingMessage, limit: number, refusal: () => AppError): Promise<OnDisk> => {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw refusal();
  const folder = await mkdtemp(join(tmpdir(), 'balcao-body-'));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  const file = join(folder, 'body');
  try {
    const handle = await open(file, 'wx', 0o600);
    let size = 0;
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limit) throw refusal();
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
    return { file, discard };
  } catch (error) {
    await discard();
    throw error;
  }
};

const readLarge = async (request: IncomingMessage, limit: number): Promise<Buffer> => {
  const { file, discard } = await receiveOnDisk(request, limit, tooLarge);
  try {
    return await readFile(file);
  } finally {
    await discard();
  }
};

const maxDepth = 100;

/** Returns true when brackets are nested so deeply that code which walks the value would exceed its stack. */
const isTooDeep = (raw: Buffer): boolean => {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at];
    if (inText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
};

const parseJson = (raw: Buffer): unknown => {
  if (raw.length === 0) return {};
  if (isTooDeep(raw)) throw invalid({ body: 'nested too deeply' });
  try {
    return JSON.parse(raw.toString('utf8')) as unknown;
  } catch {
    throw invalid({ body: 'not JSON' });
  }
};

export interface ReceivedBody {
  body: unknown;
  raw: Buffer;
  files: Upload[];
  /** Removes the files that were stored for the time of the request. */
  discard(): Promise<void>;
}

interface TemporaryFile {
  filepath: string;
  originalFilename: string | null;
  size: number;
}
/** Determines the real type of a file, and throws an AppError for one that the route does not accept. */
export type CheckUpload = (
  path: string,
  name: string,
  limits: { maxBytes?: number; accept?: readonly string[] },
) => Promise<{ mime: string; ext: string }>;

const toUpload = async (
  file: TemporaryFile,
  limits: NonNullable<RouteInput['files']>,
  check: CheckUpload,
): Promise<Upload> => {
  const name = basename((file.originalFilename ?? 'arquivo').replaceAll('\\', '/')).slice(0, 200) || 'arquivo';
  if (file.size === 0) throw invalid({ [name]: 'ERR_FILE_EMPTY' });
  const { mime } = await check(file.filepath, name, limits);
  return { name, size: file.size, mime, stream: () => createReadStream(file.filepath) };
};

/** Receives a signed form as a whole, because the signature is over its bytes, and parses it afterwards. */
const readSignedForm = async (
  ctx: Context,
  input: RouteInput & { files: NonNullable<RouteInput['files']> },
  check: CheckUpload,
): Promise<ReceivedBody> => {
  const { file, discard } = await receiveOnDisk(ctx.req, input.maxBytes ?? largestBody, tooLarge);
  try {
    const request = Object.assign(createReadStream(file), { headers: ctx.req.headers });
    // Everything else of the request is unchanged.
    const again = Object.create(ctx, { req: { value: request } }) as Context;
    return { ...(await readMultipart(again, input.files, check)), raw: await readFile(file) };
  } finally {
    await discard();
  }
};

const readMultipart = async (
  ctx: Context,
  limits: NonNullable<RouteInput['files']>,
  check: CheckUpload,
): Promise<ReceivedBody> => {
  const maxFileSize = limits.maxBytes ?? uploadLimit;
  const maxFiles = limits.maxCount ?? 10;
  if (Number(ctx.req.headers['content-length'] ?? 0) > maxFileSize * maxFiles + jsonLimit)
    throw new AppError(413, 'ERR_FILE_TOO_LARGE');
  // Loaded with the first form that has files, because a start does not need it.
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  // Files finish in any order, and the order in which they were sent counts.
  const kept: TemporaryFile[] = [];
  // A folder for this request alone: after a refusal files are still being opened, which nothing else would remove.
  const folder = await mkdtemp(join(tmpdir(), 'balcao-upload-'));
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
    formidable: {
      uploadDir: folder,
      maxFileSize,
      maxTotalFileSize: maxFileSize * maxFiles,
      maxFiles,
      maxFieldsSize: jsonLimit,
      allowEmptyFiles: true,
      minFileSize: 0,
      onFileBegin: (_field, file) => kept.push(file as unknown as TemporaryFile),
    },
    onError: (error) => {
      throw uploadError(error);
    },
  });
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  try {
    await parse(ctx, async () => undefined);
    const files: Upload[] = [];
    for (const file of kept) files.push(await toUpload(file, limits, check));
    return { body: ctx.request.body ?? {}, raw: Buffer.alloc(0), files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
};

const uploadError = (error: unknown): AppError => {
  const { code, httpCode } = error as { code?: number; httpCode?: number };
  if (httpCode === 413 || code === 1009 || code === 1015 || code === 1016)
    return new AppError(413, 'ERR_FILE_TOO_LARGE', { cause: error });
  return new AppError(400, 'ERR_VALIDATION', { fields: { body: 'not a form' }, cause: error });
};

/** Reads what the route accepts and no more: JSON, exact bytes, or a form with files. */
export const receiveBody = async (ctx: Context, input: RouteInput, check: CheckUpload): Promise<ReceivedBody> => {
  const nothing = { files: [], discard: async () => undefined };
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return { body: {}, raw: Buffer.alloc(0), ...nothing };
  const { files, maxBytes = jsonLimit } = input;
  if (ctx.is('multipart') && files)
    return input.raw ? readSignedForm(ctx, { ...input, files }, check) : readMultipart(ctx, files, check);
  const raw = await (maxBytes > jsonLimit ? readLarge(ctx.req, maxBytes) : readRaw(ctx.req, maxBytes));
  if (input.raw && !ctx.is('json')) return { body: {}, raw, ...nothing };
  return { body: parseJson(raw), raw, ...nothing };
};
