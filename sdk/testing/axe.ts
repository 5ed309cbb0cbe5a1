import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

export interface AxeOptions {
  /** CSS selector of the part to look at. Absent: the whole page. */
  part?: string;
  /** Ids of the rules to check. Absent: all. */
  only?: readonly string[];
  /** Ids of rules that do not count here. */
  without?: readonly string[];
}

interface AxeNode {
  html: string;
  any: { message: string }[];
}
interface AxeResults {
  violations: { id: string; nodes: AxeNode[] }[];
}

let source: Promise<string> | undefined;
const axeSource = (): Promise<string> =>
  (source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));

/**
 * What axe (https://github.com/dequelabs/axe-core) finds wrong with what a page shows: a line for each rule, with the
 * elements and why. Loaded into the page once, past its policy. Frames are not looked into. Transitions and animations
 * are held while it looks: it would find colours that are on their way. Move the pointer away first, or its tooltip is
 * part of the page.
 * @example
 * expect(await axeFaults(page, { part: '[role="dialog"]' })).toEqual([]);
 */
export const axeFaults = async (page: Page, { part, only, without = [] }: AxeOptions = {}): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(await axeSource());
  // The component library's focus keeper leaves invisible stops with a role of their own, and hangs menus and tooltips
  // beside the page, where no landmark can hold them.
  const context = { exclude: [['[data-tabster-dummy]']], ...(part !== undefined && { include: [[part]] }) };
  const rules = Object.fromEntries(['region', ...without].map((id) => [id, { enabled: false }]));
  const options = { iframes: false, resultTypes: ['violations'], ...(only ? { runOnly: only } : { rules }) };
  const { violations } = await page.evaluate<AxeResults>(
    `(async () => {
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
      document.adoptedStyleSheets.push(still);
      try {
        const { violations } = await axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)});
        return { violations };
      } finally {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      }
    })()`,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('; ')}`,
  );
};
