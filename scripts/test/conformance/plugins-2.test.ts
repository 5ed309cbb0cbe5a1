import { pluginSuite } from '@balcao/testing';
import { firstParty, pluginsOfPart, seed } from './platform.ts';

for (const id of pluginsOfPart(2)) await pluginSuite({ root: id, with: firstParty, seed });
