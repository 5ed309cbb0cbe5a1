import { definePlugin } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import manifest from '../manifest.ts';
import { adapter } from './adapter.ts';
import { connectWhenReady } from './connect.ts';
import { setupRoute } from './setup-route.ts';
import { webhook } from './webhook.ts';

/** A table of contents: everything that the plugin has on the server, one line each. */
export default definePlugin(manifest, {
  setup(host) {
    host.contribute(channelAdapter, adapter);
    connectWhenReady(host);
    setupRoute(host);
    webhook(host);
  },
});
