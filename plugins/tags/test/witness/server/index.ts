import { definePlugin } from '@balcao/sdk/server';
import { tagChanged, ticketTagsChanged } from '@balcao/tags/contract';
import manifest from '../manifest.ts';
import { received } from '../received.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.on(tagChanged, 'tag', async (payload) => void received.push(payload));
    host.on(ticketTagsChanged, 'ticket', async (payload) => void received.push(payload));
  },
});
