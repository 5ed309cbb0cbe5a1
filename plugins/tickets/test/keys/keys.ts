import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const most = 100;

/** Independent of role and name: the element to which the browser sends keys. */
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((all) => all.some((one) => one === document.activeElement));

/**
 * A person with only a keyboard: moves the focus by keys, and presses nothing before the focus is where it is expected.
 */
export const openKeys = (page: Page) => {
  const focused = (): Promise<string> =>
    page.evaluate<string>(`document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing'`);

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  /** Presses `by` until one of these has the focus. */
  const to = async (target: Locator, by = 'Tab'): Promise<void> => {
    await target.first().waitFor();
    for (let step = 0; step < most; step += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press(by);
    }
    throw new Error(`${by} leads to none of ${target}, but to ${await focused()}`);
  };

  /** Moves the focus there, and presses a key on it. */
  const on = async (target: Locator, key = 'Enter', by = 'Tab'): Promise<void> => {
    await to(target, by);
    await page.keyboard.press(key);
  };

  /** Waits until the focus is here. */
  const has = async (target: Locator): Promise<void> => {
    const where = async (): Promise<string> => ((await hasFocus(target)) ? 'there' : focused());
    await expect.poll(where).toBe('there');
  };

  /** Chooses an entry of the open menu. */
  const choose = async (name: string | RegExp): Promise<void> => {
    const entry = page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name }));
    await entry.waitFor();
    // The menu has the focus when one of its entries has it.
    await page.locator('[role^=menuitem]:focus').waitFor();
    await on(entry, 'Enter', 'ArrowDown');
  };

  /** Opens a drop-down list and chooses an option. */
  const pick = async (field: Locator, name: string | RegExp): Promise<void> => {
    await to(field);
    if ((await field.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('ArrowDown');
    // With multiple selection the options have another role.
    const option = page.getByRole('option', { name }).or(page.getByRole('menuitemcheckbox', { name }));
    await option.first().waitFor();
    const isActive = async (): Promise<boolean> =>
      (await field.getAttribute('aria-activedescendant')) === (await option.first().getAttribute('id'));
    // Some lists do not wrap: what was not found on the way down is above.
    for (let step = 0; step < most && !(await isActive()); step += 1)
      await page.keyboard.press(step < most / 2 ? 'ArrowDown' : 'ArrowUp');
    await expect.poll(isActive).toBe(true);
    await page.keyboard.press('Enter');
  };

  return { press, type: (text: string) => page.keyboard.type(text), to, on, has, choose, pick };
};
