import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { promptRoutes } from './prompt-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  platformTables: ['chatai.prompt'],
  setup(host) {
    promptRoutes(host);
  },
});
