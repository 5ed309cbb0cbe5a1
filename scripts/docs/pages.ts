/** The written pages: their code blocks and links. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '../test/source-files.ts';

export interface Block {
  /** `ts`, `sh`, … */
  language: string;
  code: string;
  /** 1-based line in the page. */
  line: number;
  /** File of the page's plugin that the block is written to. */
  file?: string;
  /** Id of the plugin, when a page shows more than one. */
  plugin?: string;
  /** File of the page's plugin that contains the block. */
  quote?: string;
  /** Reason why the block is not checked. */
  unchecked?: string;
}
export interface Page {
  /** Path in the repository. */
  path: string;
  text: string;
  blocks: Block[];
  /** The page whose plugin this one continues. */
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
    if (at === -1) throw new Error(`the code block that begins in line ${from} does not end`);
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

/** Reads every written page; the generated ones have a check of their own. */
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

/** Returns whether a page is a walkthrough, typed from top to bottom, not assembled file by file. */
export const isWalked = (page: Page): boolean =>
  page.continues !== undefined ||
  page.blocks.some(
    ({ language, code, unchecked }) => language === 'sh' && unchecked === undefined && code.includes('balcao create'),
  );

/** Returns the blocks that no check covers. */
export const uncheckedBlocks = (pages: readonly Page[]): string[] =>
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
