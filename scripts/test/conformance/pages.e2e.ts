import { pluginBrowserSuite } from '@balcao/testing';
import { launchBrowser } from '../browser.ts';
import { firstParty, seed } from './platform.ts';

for (const id of firstParty) await pluginBrowserSuite({ root: id, with: firstParty, seed, launch: launchBrowser });
