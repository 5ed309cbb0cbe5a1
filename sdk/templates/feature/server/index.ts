import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { dailyCleanUp } from './clean-up.ts';
import { doneWhenResolved } from './resolved.ts';
import { routes } from './routes.ts';

/** A table of contents: everything that the plugin has on the server, one line each. */
export default definePlugin(manifest, {
  migrations,
  setup(host) {
    routes(host);
    doneWhenResolved(host);
    dailyCleanUp(host);
  },
});
