import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';

/** Launches the browser of the tests with the optimising compiler, which people have and tests omit. */
export const measuredBrowser = (): Promise<Browser> => launchBrowser(['--js-flags=--opt']);
