/** Runs walkthrough pages as one script: commands are run, files written, quotations looked up. */
import { isWalked, type Block, type Page } from './pages.ts';

/** Removes formatting: pages are wrapped at their own width. */
export const withoutFormatting = (code: string): string => code.replaceAll(/[\s,;]+/g, '');

export interface Step {
  /** `sdk/docs/get-started.md:12` */
  at: string;
  block: Block;
}

/** Returns each page that begins a walkthrough, with its continuations, in the order of their steps. */
export const walks = (pages: readonly Page[]): { page: string; steps: Step[] }[] => {
  const stepsOf = (page: Page): Step[] =>
    page.blocks
      .filter(({ unchecked }) => unchecked === undefined)
      .map((block) => ({ at: `${page.path}:${block.line}`, block }));
  return pages
    .filter((page) => isWalked(page) && page.continues === undefined)
    .map((page) => ({
      page: page.path,
      steps: [page, ...pages.filter(({ continues }) => continues === page.path)].flatMap(stepsOf),
    }));
};
