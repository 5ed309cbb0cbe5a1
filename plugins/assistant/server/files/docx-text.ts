import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { Blocks, type Block } from './blocks.ts';

const documentPart = 'word/document.xml';
/** A text of several thousand pages; a document that declares more is refused before anything is decompressed. */
const maxUnpacked = 60 * 1024 * 1024;

/** The level of a heading by the name of its style: `Heading1`, `Ttulo2` in a Portuguese Word, `Title`. */
const levelOf = (style: string): number | undefined => {
  if (/^(title|t.?tulo)$/i.test(style)) return 1;
  const found = /^(?:heading|t.?tulo|encabezado)\s*([1-6])$/i.exec(style);
  return found ? Number(found[1]) : undefined;
};

/** Reads the paragraphs of a Word document with its headings. Throws when it is none. */
export const docxBlocks = (bytes: Uint8Array): Block[] => {
  const parts = unzipSync(bytes, {
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
  parser.write(new TextDecoder().decode(xml)).close();
  return blocks.all;
};
