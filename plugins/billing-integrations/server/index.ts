import { definePlugin } from '@balcao/sdk/server';
import { billingSystem, secondCopies } from '../contract.ts';
import manifest from '../manifest.ts';
import { ixc } from './ixc.ts';
import { mkAuth } from './mk-auth.ts';
import { routes } from './routes.ts';
import { secondCopiesService } from './second-copies.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.open(billingSystem, (item) => {
      if (typeof item.isReady !== 'function' || typeof item.openInvoices !== 'function')
        throw new Error('a billing system needs `isReady(scope)` and `openInvoices(taxNumber, scope)`');
    });
    host.contribute(billingSystem, ixc);
    host.contribute(billingSystem, mkAuth);
    host.provide(secondCopies, secondCopiesService);
    routes(host);
  },
});
