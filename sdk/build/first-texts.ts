import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Texts = { [key: string]: string | Texts };

const languages = ['pt', 'en', 'es'];
/** Plural suffixes: the entry names a plural text by its key without the suffix. */
const numbered = /_(?:zero|one|two|few|many|other)$/;

/** Returns the texts whose keys satisfy `isNamed`, in their sections. */
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

/** Returns the texts of each language that the code names; undefined if the plugin stores its texts elsewhere. */
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
 * Puts the texts that an entry names itself, such as the labels of its menu, into it as `firstTexts`, in every
 * language. All others are loaded when a component of the plugin is shown, so that unused components cost the first
 * screen next to nothing.
 */
export const firstTexts = (folder: string): Plugin => ({
  name: 'balcao-first-texts',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry?.type !== 'chunk') return;
      const texts = await namedTexts(folder, entry.code);
      // Texts stored elsewhere are loaded completely.
      if (texts) entry.code += `export const firstTexts=${JSON.stringify(texts)};\n`;
    },
  },
});
