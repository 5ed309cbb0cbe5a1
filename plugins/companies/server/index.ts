import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';
import { companyRoutes } from './company-routes.ts';
import { signUp } from './sign-up.ts';

export default definePlugin(manifest, {
  setup(host) {
    signUp(host);
    companyRoutes(host);
  },
});
