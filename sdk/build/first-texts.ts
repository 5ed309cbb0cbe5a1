import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Texts = { [key: string]: string | Texts };

const languages = ['pt', 'en', 'es'];
/** Of a text with a number in it the entry names what all its forms begin with. */
const numbered = /_(?:zero|one|two|few|many|other)$/;

/** The texts whose keys satisfy `isNamed`, in their sections. */
function picked(texts: Texts, isNamed: (key: string) => boolean, before = ''): Texts {
  const few: Texts = {};
  for (const [name, text] of Object.entries(texts)) {
    const key = `${before}${name}`;
    if (typeof text === 'string') {
      if (isNamed(key) || isNamed(key.replace(numbered, ''))) few[name] = text;
    } else {
      const inside = picked(text, isNamed, `${key}.`);
      if (Object.keys(inside).length > 0) few[name] = inside;
    }
  }
  return few;
}

/** The code of the entry and of what it imports at once. */
function startOf(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string {
  const seen = new Set<string>();
  const read = ({ fileName, code, imports }: Rolldown.OutputChunk): string => {
    if (seen.has(fileName)) return '';
    seen.add(fileName);
    const others = imports.map((name) => bundle[name]).filter((file) => file?.type === 'chunk');
    return code + others.map(read).join('');
  };
  return read(entry);
}

/**
 * Puts the texts that an entry names itself, such as the labels of its menu, into it: `firstTexts`, of every language.
 * All others come when a part of the plugin shows, so that a plugin whose parts nobody looks at costs the first screen
 * next to nothing.
 */
export const firstTexts = (folder: string): Plugin => ({
  name: 'balcao-first-texts',
  async generateBundle(_options, bundle) {
    const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
    if (entry?.type !== 'chunk') return;
    const code = startOf(entry, bundle);
    const isNamed = (key: string): boolean => ['"', "'", '`'].some((quote) => code.includes(quote + key + quote));
    const texts: Record<string, Texts> = {};
    for (const language of languages) {
      const file = await readFile(join(folder, 'locales', `${language}.json`), 'utf8').catch(() => undefined);
      // Texts that lie elsewhere come whole, as ever.
      if (file === undefined) return;
      texts[language] = picked(JSON.parse(file) as Texts, isNamed);
    }
    entry.code += `export const firstTexts=${JSON.stringify(texts)};\n`;
  },
});
