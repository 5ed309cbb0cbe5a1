import type { Exported } from './declarations.ts';
import type { Entry } from './entries.ts';
import { fence, notice } from './markdown.ts';

/** Removes comments, which are not part of the surface: a changed comment must not look like a changed interface. */
const bare = (text: string): string =>
  text
    .replaceAll(/\/\*\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\n\s*\n/g, '\n');

const declared = ({ name, text, from }: Exported): string =>
  from === undefined ? bare(text) : `export { ${name} } from '${from}';`;

export const apiReport = (surface: readonly (readonly [Entry, readonly Exported[]])[]): string =>
  [
    notice,
    '# The SDK’s public surface',
    'Every export with its type, so that a change of what plugin authors rely on shows in review. Renew it with `node scripts/docs.ts`.',
    ...surface.map(([{ specifier }, all]) => `## ${specifier}\n\n${fence('ts', all.map(declared).join('\n'))}`),
  ].join('\n\n');
