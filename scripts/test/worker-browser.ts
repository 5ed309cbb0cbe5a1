import type { Browser } from 'playwright-core';

/** The browser of this Vitest worker, and whether a test file has it. */
let kept: { browser: Browser; isLent: boolean } | undefined;
let isStarting = false;

/**
 * Lends the browser of this worker to one test file after the other: a start costs more than a second of processor
 * time, and contexts isolate as well as processes do. `close` closes the contexts of the file. A file that wants a
 * second browser beside it gets one of its own.
 */
export const workerBrowser = async (launch: () => Promise<Browser>): Promise<Browser> => {
  if (isStarting || kept?.isLent) return launch();
  if (!kept?.browser.isConnected()) {
    isStarting = true;
    try {
      kept = { browser: await launch(), isLent: true };
    } finally {
      isStarting = false;
    }
    const mine = kept;
    mine.browser.close = async () => {
      await Promise.all(mine.browser.contexts().map((context) => context.close()));
      mine.isLent = false;
    };
  }
  kept.isLent = true;
  return kept.browser;
};
