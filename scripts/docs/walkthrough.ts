/** Pages that are typed from top to bottom, as one script: commands are run, files written, quotations looked for. */
import { isWalked, type Block, type Page } from './pages.ts';

/** Formatting is no difference: pages are wrapped at their own width. */
export const squeezed = (code: string): string => code.replaceAll(/[\s,;]+/g, '');

export interface Step {
  /** `sdk/docs/get-started.md:12` */
  at: string;
  block: Block;
}

/** Each page that begins something, with those that go on with it, in the order of their steps. */
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
