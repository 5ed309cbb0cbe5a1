import { setImmediate as othersTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { unzip, type AsyncUnzipOptions, type Unzipped } from 'fflate';
import { SaxesParser } from 'saxes';
import { Blocks, type Block } from './blocks.ts';

const documentPart = 'word/document.xml';
/** A text of several thousand pages; a document that declares more is refused before anything is decompressed. */
const maxUnpacked = 60 * 1024 * 1024;

/** The length that is parsed before other work of the server has its turn. */
const sliceBytes = 64 * 1024;
/** Unpacks large documents on a thread of their own. */
const unpacked = promisify<Uint8Array, AsyncUnzipOptions, Unzipped>(unzip);

/** The level of a heading by the name of its style: `Heading1`, `Ttulo2` in a Portuguese Word, `Title`. */
const levelOf = (style: string): number | undefined => {
  if (/^(title|t.?tulo)$/i.test(style)) return 1;
  const found = /^(?:heading|t.?tulo|encabezado)\s*([1-6])$/i.exec(style);
  return found ? Number(found[1]) : undefined;
};

/** Reads the paragraphs of a Word document with its headings. Throws when it is none. */
export const docxBlocks = async (bytes: Uint8Array): Promise<Block[]> => {
  const parts = await unpacked(bytes, {
    filter: ({ name, originalSize }) => name === documentPart && originalSize <= maxUnpacked,
  });
  const xml = parts[documentPart];
  if (!xml) throw new Error('no text in this document');
  const blocks = new Blocks();
  const parser = new SaxesParser();
  let text = '';
  let level: number | undefined;
  let isText = false;
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'w:p') [text, level] = ['', undefined];
    else if (name === 'w:pStyle') level = levelOf(String(attributes['w:val'] ?? ''));
    else if (name === 'w:tab') text += ' ';
    else if (name === 'w:br' || name === 'w:cr') text += '\n';
    isText = name === 'w:t';
  });
  parser.on('text', (piece) => {
    if (isText) text += piece;
  });
  parser.on('closetag', ({ name }) => {
    isText = false;
    if (name !== 'w:p') return;
    if (level === undefined) blocks.paragraph(text);
    else blocks.heading(level, text);
    text = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new TextDecoder();
  for (let at = 0; at < xml.length; at += sliceBytes) {
    parser.write(decoder.decode(xml.subarray(at, at + sliceBytes), { stream: true }));
    await othersTurn();
  }
  parser.write(decoder.decode()).close();
  return blocks.all;
};
