import { pluginSuite } from '@balcao/testing';
import { firstParty, seed } from './platform.ts';

for (const id of firstParty) await pluginSuite({ root: id, with: firstParty, seed });
