import { definePlugin } from '@balcao/sdk/server';
import { userExtra, userFormSection } from '../contract.ts';
import manifest from '../manifest.ts';
import { userRoutes } from './routes.ts';

export default definePlugin(manifest, {
  setup(host) {
    userRoutes(host);
    host.open(userExtra, ({ field, load, save }) => {
      if (!field || typeof load !== 'function' || typeof save !== 'function')
        throw new Error('field, load and save are needed');
    });
    host.open(userFormSection);
  },
});
