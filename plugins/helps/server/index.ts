import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { helpRoutes } from './help-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  platformTables: ['helps.help'],
  setup(host) {
    helpRoutes(host);
  },
});
