import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';

/** The browser of the tests, with its optimising compiler, which they leave out: people have it. */
export const measuredBrowser = (): Promise<Browser> => launchBrowser(['--js-flags=--opt']);
