import type { Exported } from '../declarations.ts';
import type { Entry } from '../entries.ts';
import { fence, notice } from '../markdown.ts';

/** Formats a docstring for a page: examples are code already, and `@example` is dropped. */
const formattedDoc = (doc: string): string => {
  const [before = '', example] = doc.split(/^@example\s*/m);
  if (example === undefined) return before.trim();
  return `${before.trim()}\n\n${example.includes('```') ? example.trim() : fence('ts', example)}`;
};

const section = ({ name, doc, text, from }: Exported): string =>
  [`## ${name}`, formattedDoc(doc), from === undefined ? fence('ts', text) : `Handed on from the package \`${from}\`.`]
    .filter((part) => part !== '')
    .join('\n\n');

export const sdkPage = (entry: Entry, all: readonly Exported[]): string =>
  [
    notice,
    `# ${entry.specifier}`,
    entry.description,
    `Written in \`${entry.file}\`. ${all.length} exports: ${all.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(', ')}.`,
    ...all.map(section),
  ].join('\n\n');
