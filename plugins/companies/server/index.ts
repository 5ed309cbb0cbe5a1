import { definePlugin, signUp } from '@balcao/sdk/server';
import { companyHours, companyRecord } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { companyRoutes } from './company-routes.ts';
import { details } from './details.ts';
import { exportRoute } from './export.ts';
import { holidayRoutes } from './holidays.ts';
import { hoursRoute, hoursService } from './hours.ts';
import { signUpRoute } from './sign-up.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    signUpRoute(host);
    exportRoute(host);
    companyRoutes(host);
    hoursRoute(host);
    holidayRoutes(host);
    host.provide(companyHours, hoursService);
    host.open(companyRecord);
    host.contribute(companyRecord, details);
    host.contribute(signUp, { id: 'companies' });
  },
});
