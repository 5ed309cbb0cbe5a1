import type { Readable } from 'node:stream';
import { plainBlocks, type Block } from './blocks.ts';

export const maxFileBytes = 52_428_800;
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A reason that a person can act on; its texts are under `sourceError` of the locales. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly reason: 'format' | 'empty' | 'broken' | 'site' | 'robots' | 'address';
  constructor(reason: Unreadable['reason'], cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** Files that can be read, by the type that was detected from the content and by the ending of a text. */
export const isReadable = (mime: string, name: string): boolean =>
  mime === 'application/pdf' || mime === word || (/^text\/|octet-stream$/.test(mime) && /\.(txt|md)$/i.test(name));

export const bytesOf = async (stream: Readable): Promise<Uint8Array> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Reads the text of a PDF, Word or text file. Throws `Unreadable`. The readers of formats are imported when needed. */
export const fileBlocks = async (
  bytes: Uint8Array,
  mime: string,
  pageTitle: (page: number) => string,
): Promise<Block[]> => {
  let blocks: Block[];
  try {
    if (mime === 'application/pdf') blocks = await (await import('./pdf-text.ts')).pdfBlocks(bytes, pageTitle);
    else if (mime === word) blocks = await (await import('./docx-text.ts')).docxBlocks(bytes);
    else blocks = plainBlocks(new TextDecoder().decode(bytes).replaceAll('\0', ''));
  } catch (error) {
    throw new Unreadable('broken', error);
  }
  if (blocks.length === 0) throw new Unreadable('empty');
  return blocks;
};
