import type { Exported } from '../declarations.ts';
import type { Entry } from '../entries.ts';
import { fence, notice } from '../markdown.ts';

/** Replaces `@example` by the code itself, fenced if it is not fenced already. */
const docText = (doc: string): string => {
  const [before = '', example] = doc.split(/^@example\s*/m);
  if (example === undefined) return before.trim();
  return `${before.trim()}\n\n${example.includes('```') ? example.trim() : fence('ts', example)}`;
};

const section = ({ name, doc, text, from }: Exported): string =>
  [`## ${name}`, docText(doc), from === undefined ? fence('ts', text) : `Re-exported from the package \`${from}\`.`]
    .filter((part) => part !== '')
    .join('\n\n');

export const sdkPage = (entry: Entry, all: readonly Exported[]): string =>
  [
    notice,
    `# ${entry.specifier}`,
    entry.description,
    `Source: \`${entry.file}\`. ${all.length} exports: ${all.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(', ')}.`,
    ...all.map(section),
  ].join('\n\n');
