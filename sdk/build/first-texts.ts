import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

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

/** The texts of each language that this code names; undefined where they lie elsewhere. */
export async function namedTexts(folder: string, code: string): Promise<Record<string, Texts> | undefined> {
  const isNamed = (key: string): boolean => ['"', "'", '`'].some((quote) => code.includes(quote + key + quote));
  const texts: Record<string, Texts> = {};
  for (const language of languages) {
    const file = await readFile(join(folder, 'locales', `${language}.json`), 'utf8').catch(() => undefined);
    if (file === undefined) return undefined;
    texts[language] = picked(JSON.parse(file) as Texts, isNamed);
  }
  return texts;
}

/**
 * Puts the texts that an entry names itself, such as the labels of its menu, into it: `firstTexts`, of every language.
 * All others come when a part of the plugin shows, so that a plugin whose parts nobody looks at costs the first screen
 * next to nothing.
 */
export const firstTexts = (folder: string): Plugin => ({
  name: 'balcao-first-texts',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry?.type !== 'chunk') return;
      const texts = await namedTexts(folder, entry.code);
      // Texts that lie elsewhere come whole, as ever.
      if (texts) entry.code += `export const firstTexts=${JSON.stringify(texts)};\n`;
    },
  },
});
