import type { Page } from 'playwright-core';

/** The longest pause in milliseconds after which a page repeats a request that failed. */
const longestPause = 4_000;

/**
 * Moves the clock of a page, which the test has installed, past the pauses between the attempts at a request that fails;
 * `asked` counts them. Call it until it returns true: no attempt followed the pause after the last one. It moves the clock
 * no further than that, because the page's connection has time limits of its own.
 */
export const passPauses = (page: Page, asked: () => number): (() => Promise<boolean>) => {
  let seen = 0;
  let passed = 0;
  return async () => {
    const isNew = asked() !== seen;
    seen = asked();
    if (isNew || seen === 0) return false;
    if (passed === seen) return true;
    passed = seen;
    await page.clock.fastForward(longestPause);
    return false;
  };
};
