import { companyAwaitsApproval, definePlugin, signUp } from '@balcao/sdk/server';
import { companyHours, companyRecord, signUpChoice } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { companyRoutes } from './company-routes.ts';
import { details } from './details.ts';
import { exportRoute } from './export.ts';
import { holidayRoutes } from './holidays.ts';
import { hoursRoute, hoursService } from './hours.ts';
import { initialising } from './initialise.ts';
import { signUpChoices } from './sign-up-choices.ts';
import { signUpRoute } from './sign-up.ts';
import { notifyOfPendingSignUp } from './pending-sign-up.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    signUpChoices(host);
    signUpRoute(host);
    initialising(host);
    host.on(companyAwaitsApproval, 'tell', notifyOfPendingSignUp);
    exportRoute(host);
    companyRoutes(host);
    hoursRoute(host);
    holidayRoutes(host);
    host.provide(companyHours, hoursService);
    host.open(companyRecord);
    host.open(signUpChoice);
    host.contribute(companyRecord, details);
    host.contribute(signUp, { id: 'companies' });
  },
});
