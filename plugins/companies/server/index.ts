import { definePlugin, signUp } from '@balcao/sdk/server';
import manifest from '../manifest.ts';
import { companyRoutes } from './company-routes.ts';
import { signUpRoute } from './sign-up.ts';

export default definePlugin(manifest, {
  setup(host) {
    signUpRoute(host);
    companyRoutes(host);
    host.contribute(signUp, { id: 'companies' });
  },
});
