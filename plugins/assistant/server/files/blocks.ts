/** A paragraph of a document with the headings above it, outermost first. */
export interface Block {
  headings: readonly string[];
  text: string;
}

/** Collects paragraphs under their headings while a document is read from its beginning. */
export class Blocks {
  readonly all: Block[] = [];
  #headings: { level: number; text: string }[] = [];

  heading(level: number, text: string): void {
    const clean = text.replace(/\s+/g, ' ').trim();
    if (clean === '') return;
    this.#headings = [...this.#headings.filter((above) => above.level < level), { level, text: clean.slice(0, 200) }];
  }

  paragraph(text: string): void {
    const clean = text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .trim();
    if (clean !== '') this.all.push({ headings: this.#headings.map((above) => above.text), text: clean });
  }
}

/** Paragraphs of a plain text. A short line before an empty one that ends without a full stop is a heading. */
export const plainBlocks = (text: string): Block[] => {
  const blocks = new Blocks();
  for (const part of text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)) {
    const line = part.trim();
    const marked = /^(#{1,6})\s+(.+)$/.exec(line);
    if (marked) blocks.heading(marked[1]?.length ?? 1, marked[2] ?? '');
    else if (line.length <= 80 && !line.includes('\n') && /^\p{Lu}/u.test(line) && !/[.!?;:,]$/.test(line))
      blocks.heading(1, line);
    else blocks.paragraph(part);
  }
  return blocks.all;
};
