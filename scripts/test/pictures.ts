import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

const sizes = [
  [390, 844],
  [1050, 900],
  [1440, 900],
] as const;
/** A folder for pictures of the screens, for people to judge them. */
const folder = process.env['PICTURES'];

/**
 * Stores pictures of a page in three widths and both themes as `<name>-<width>-<theme>.png`, if `PICTURES` names a
 * folder. Leaves the page in the light theme and at the last width, 1440.
 */
export const takePictures = async (page: Page, name: string): Promise<void> => {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // Tables become cards, and cards tables, after the new width was drawn; images and texts of the new form are loaded.
      await page.waitForTimeout(400);
      await page.screenshot({
        path: path.join(folder, `${name}-${width}-${colorScheme}.png`),
        animations: 'disabled',
      });
    }
  }
};

/** Stores one picture of the page as it is. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
};
