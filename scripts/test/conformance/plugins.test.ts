import { pluginSuite } from '@balcao/sdk/testing';
import { firstParty, seed } from './platform.ts';

for (const id of firstParty) await pluginSuite({ root: id, with: firstParty, seed });
