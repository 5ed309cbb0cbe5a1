import { setImmediate as othersTurn } from 'node:timers/promises';
import { getDocumentProxy } from 'unpdf';
import { plainBlocks, type Block } from './blocks.ts';

export const maxPages = 500;

/**
 * Reads the text of a PDF, page by page, each under its number. Pictures of pages have no text: the result is empty.
 * Requests of people are served between two pages, because the reader works on the server's only thread.
 */
export const pdfBlocks = async (bytes: Uint8Array, pageTitle: (page: number) => string): Promise<Block[]> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const blocks: Block[] = [];
  try {
    if (pdf.numPages > maxPages) throw new Error('too many pages');
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      for (const block of plainBlocks(text))
        blocks.push({ ...block, headings: [pageTitle(number), ...block.headings] });
      page.cleanup();
      await othersTurn();
    }
    return blocks;
  } finally {
    await pdf.loadingTask.destroy();
  }
};
