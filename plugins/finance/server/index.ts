import { definePlugin, resourceLimit, sessionExtra, settingStore } from '@balcao/sdk/server';
import { companyRecord, signUpChoice } from '@balcao/companies/contract';
import { paymentProvider } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { companyAccount } from './account/company-record.ts';
import { planLimit } from './account/plan-limit.ts';
import { subscriptionExtra } from './account/session.ts';
import { dailyJob } from './invoices/daily-job.ts';
import { invoiceRoutes } from './invoices/invoice-routes.ts';
import { checkoutRoutes } from './payments/checkout-routes.ts';
import { notifyRoutes } from './payments/notify-routes.ts';
import { platformRoutes } from './payments/platform-routes.ts';
import { asaasKey } from './payments/settings.ts';
import { pollJob } from './payments/poll-job.ts';
import { planRoutes } from './plans/plan-routes.ts';
import { signUpPlans } from './plans/sign-up-plans.ts';
import { asaas } from './providers/asaas.ts';
import { efi } from './providers/efi.ts';
import { staticPix } from './providers/static-pix.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  platformTables: ['finance.plan'],
  setup(host) {
    planRoutes(host);
    checkoutRoutes(host);
    invoiceRoutes(host);
    platformRoutes(host);
    notifyRoutes(host);
    dailyJob(host);
    pollJob(host);
    host.open(paymentProvider);
    for (const provider of [staticPix, asaas, efi]) host.contribute(paymentProvider, provider);
    host.contribute(companyRecord, companyAccount);
    host.contribute(signUpChoice, signUpPlans);
    host.contribute(resourceLimit, planLimit);
    host.contribute(sessionExtra, subscriptionExtra);
    host.contribute(settingStore, asaasKey);
  },
});
