import { definePlugin, signUp } from '@balcao/sdk/server';
import { companyHours } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { companyRoutes } from './company-routes.ts';
import { hoursRoute, hoursService } from './hours.ts';
import { signUpRoute } from './sign-up.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    signUpRoute(host);
    companyRoutes(host);
    hoursRoute(host);
    host.provide(companyHours, hoursService);
    host.contribute(signUp, { id: 'companies' });
  },
});
