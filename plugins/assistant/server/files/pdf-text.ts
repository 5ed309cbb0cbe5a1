import { extractText, getDocumentProxy } from 'unpdf';
import { plainBlocks, type Block } from './blocks.ts';

export const maxPages = 500;

/**
 * Reads the text of a PDF, page by page, each under its number. Pictures of pages have no text: the result is empty.
 */
export const pdfBlocks = async (bytes: Uint8Array, pageTitle: (page: number) => string): Promise<Block[]> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    if (pdf.numPages > maxPages) throw new Error('too many pages');
    const { text } = await extractText(pdf, { mergePages: false });
    return text.flatMap((page, index) =>
      plainBlocks(page).map((block) => ({ ...block, headings: [pageTitle(index + 1), ...block.headings] })),
    );
  } finally {
    await pdf.loadingTask.destroy();
  }
};
