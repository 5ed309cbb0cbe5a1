import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

export interface AxeOptions {
  /** CSS selector of the element to check. Absent: the whole page. */
  part?: string;
  /** Ids of the rules to check. Absent: all. */
  only?: readonly string[];
  /** Ids of rules to ignore. */
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
 * Returns the accessibility faults that axe (https://github.com/dequelabs/axe-core) finds on a page: one line per rule,
 * with the elements and the reason. axe is loaded into the page once, past its policy. Frames are not checked.
 * Waits for animations that end by themselves, and stops the others meanwhile, because colours in transition would be
 * reported. Move the pointer away first, or its tooltip is part of the page.
 * @example
 * expect(await axeFaults(page, { part: '[role="dialog"]' })).toEqual([]);
 */
export const axeFaults = async (page: Page, { part, only, without = [] }: AxeOptions = {}): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(await axeSource());
  // The component library's focus manager adds invisible elements with a role of their own, and renders menus and
  // tooltips beside the page, outside of any landmark.
  const context = { exclude: [['[data-tabster-dummy]']], ...(part !== undefined && { include: [[part]] }) };
  const rules = Object.fromEntries(['region', ...without].map((id) => [id, { enabled: false }]));
  // Faults are reported by their markup; finding a selector for each element takes a quarter of the time.
  const report = { iframes: false, resultTypes: ['violations'], selectors: false };
  const options = { ...report, ...(only ? { runOnly: only } : { rules }) };
  const { violations } = await page.evaluate<AxeResults>(
    `(async () => {
      const ends = ({ effect, playState }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity);
      const ended = Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
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

/**
 * Returns the accessibility faults of a page in the light and in the dark theme, one line each, which begins with the
 * theme. Nothing but colours depends on the theme, so the dark one is checked for contrast alone. Moves the pointer to
 * the top of the page, and leaves the page in the light theme.
 * @example
 * expect(await axeFaultsInBothThemes(page)).toEqual([]);
 */
export const axeFaultsInBothThemes = async (
  page: Page,
  options: Pick<AxeOptions, 'part' | 'without'> = {},
): Promise<string[]> => {
  const found: string[] = [];
  const turn = async (colorScheme: 'light' | 'dark'): Promise<void> => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
  };
  const without = options.without ?? [];
  const contrast = ['color-contrast'].filter((id) => !without.includes(id));
  await page.mouse.move(700, 0);
  try {
    await turn('light');
    found.push(...(await axeFaults(page, options)).map((fault) => `light: ${fault}`));
    await turn('dark');
    if (contrast.length > 0)
      found.push(...(await axeFaults(page, { part: options.part, only: contrast })).map((fault) => `dark: ${fault}`));
  } finally {
    await turn('light');
  }
  return found;
};
