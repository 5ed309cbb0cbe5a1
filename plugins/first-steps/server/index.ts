import { definePlugin } from '@balcao/sdk/server';
import { firstStep } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routes } from './routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    host.open(firstStep);
    routes(host);
  },
});
