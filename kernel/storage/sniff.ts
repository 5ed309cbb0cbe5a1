import { open } from 'node:fs/promises';
import path from 'node:path';

export interface Sniffed {
  mime: string;
  /** Extension without the dot. */
  ext: string;
}

/** Preferred names of types that have several. */
const oneName: Readonly<Record<string, Sniffed>> = {
  'audio/x-m4a': { mime: 'audio/mp4', ext: 'm4a' },
  'audio/vnd.wave': { mime: 'audio/wav', ext: 'wav' },
  'audio/wav': { mime: 'audio/wav', ext: 'wav' },
};
/** The old Office formats share one container, so only the name distinguishes them; none is ever shown inline. */
const oldOffice: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};
const textNames = new Set(['txt', 'csv', 'tsv', 'log', 'md']);
const markup = new Set(['application/xml', 'text/html', 'image/svg+xml']);

/**
 * Determines the type of a file by its bytes. Undefined for HTML, SVG, scripts and anything unknown. Text has no
 * signature: it must be named as text and be UTF-8 without control characters.
 */
export async function sniff(source: string | Uint8Array, clientName: string): Promise<Sniffed | undefined> {
  // Imported with the first file, because a start does not need it.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  const found = typeof source === 'string' ? await fileTypeFromFile(source) : await fileTypeFromBuffer(source);
  const named = path.extname(clientName).slice(1).toLowerCase();
  if (!found || markup.has(found.mime))
    return textNames.has(named) && (await isText(source)) ? { mime: 'text/plain', ext: 'txt' } : undefined;
  const mime = found.mime.split(';', 1)[0]?.trim() ?? found.mime;
  const renamed = oneName[mime];
  if (renamed) return renamed;
  if (mime === 'application/x-cfb') {
    const office = oldOffice[named];
    return office === undefined ? undefined : { mime: office, ext: named };
  }
  if (mime === 'video/webm' || mime === 'video/mp4') return soundOrPicture(mime, source);
  return { mime, ext: found.ext };
}

/** Recorded sound has the same container as video; a video track tells them apart. */
async function soundOrPicture(mime: 'video/webm' | 'video/mp4', source: string | Uint8Array): Promise<Sniffed> {
  const head = Buffer.from(await first(source, 65_536)).toString('latin1');
  if (mime === 'video/webm')
    return /A_(OPUS|VORBIS)/.test(head) && !/V_(VP|AV1|MPEG)/.test(head)
      ? { mime: 'audio/webm', ext: 'weba' }
      : { mime, ext: 'webm' };
  return head.includes('soun') && !head.includes('vide') ? { mime: 'audio/mp4', ext: 'm4a' } : { mime, ext: 'mp4' };
}

async function isText(source: string | Uint8Array): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // oxlint-disable-next-line no-control-regex
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
  try {
    for await (const chunk of chunks(source)) if (control.test(decoder.decode(chunk, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function* chunks(source: string | Uint8Array): AsyncGenerator<Uint8Array> {
  if (typeof source !== 'string') {
    yield source;
    return;
  }
  const file = await open(source);
  try {
    yield* file.createReadStream({ autoClose: false });
  } finally {
    await file.close();
  }
}

async function first(source: string | Uint8Array, bytes: number): Promise<Uint8Array> {
  if (typeof source !== 'string') return source.subarray(0, bytes);
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
