/** The written pages: their blocks of code and their links. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '../test/source-files.ts';

export interface Block {
  /** `ts`, `sh`, … */
  language: string;
  code: string;
  /** In the page, from 1. */
  line: number;
  /** Written to this file of the page's plugin. */
  file?: string;
  /** Whose file it is, when a page shows more than one plugin. */
  plugin?: string;
  /** Stands in this file of the plugin that the page has made. */
  quote?: string;
  /** Why nobody checks it. */
  unchecked?: string;
}
export interface Page {
  /** In the repository. */
  path: string;
  text: string;
  blocks: Block[];
  /** The page whose plugin this one goes on with. */
  continues?: string;
}

export const docsFolder = 'sdk/docs';
const generated = /^sdk\/docs\/reference\//;

const valueOf = (meta: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|(\\S+))`).exec(meta);
  return found?.[1] ?? found?.[2];
};

function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const open = /^( *)```(\w*)(.*)$/.exec(lines[at] ?? '');
    if (!open) continue;
    const [, indent = '', language = '', meta = ''] = open;
    const from = at + 1;
    at = lines.findIndex((line, index) => index > at && line === `${indent}\`\`\``);
    if (at === -1) throw new Error(`a block of code that begins in line ${from} does not end`);
    blocks.push({
      language,
      code: `${lines.slice(from, at).join('\n')}\n`,
      line: from,
      file: valueOf(meta, 'file'),
      plugin: valueOf(meta, 'plugin'),
      quote: valueOf(meta, 'quote'),
      unchecked: valueOf(meta, 'no-check'),
    });
  }
  return blocks;
}

/** Every page people write; the generated ones are another check's. */
export const readPages = (root: string): Page[] =>
  sourceFiles(root, ['sdk'], ['.md'])
    .filter((file) => file.startsWith(`${docsFolder}/`))
    .filter((file) => !generated.test(file))
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const continues = /<!-- continues: (\S+) -->/.exec(text)?.[1];
      return {
        path: file,
        text,
        blocks: blocksOf(text),
        ...(continues !== undefined && { continues: path.posix.join(path.posix.dirname(file), continues) }),
      };
    });

/** A page that is typed from top to bottom, and not put together file by file. */
export const isWalked = (page: Page): boolean =>
  page.continues !== undefined ||
  page.blocks.some(
    ({ language, code, unchecked }) => language === 'sh' && unchecked === undefined && code.includes('balcao create'),
  );

/** Blocks that nothing would notice to be wrong. */
export const escaped = (pages: readonly Page[]): string[] =>
  pages.flatMap((page) =>
    page.blocks
      .filter(({ file, quote, unchecked, language }) => {
        if (unchecked !== undefined) return unchecked.trim() === '';
        return file === undefined && !(isWalked(page) && (quote !== undefined || language === 'sh'));
      })
      .map(
        ({ line, language }) =>
          `${page.path}:${line}: a block of ${language || 'code'} has neither file= nor no-check="why"`,
      ),
  );
