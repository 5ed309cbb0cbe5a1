import { channelAdapter } from '@balcao/connections/contract';
import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { ask } from './ask.ts';
import { adapter, courierRoutes } from './couriers.ts';
import { deliveries } from './deliveries.ts';
import { receipts } from './receipts.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    deliveries(host);
    ask(host);
    receipts(host);
    host.contribute(channelAdapter, adapter);
    courierRoutes(host);
  },
});
