/** In development a plugin's entry tells here that it was saved; its contributions are exchanged on the spot. */
import { hostSide, type ClientPlugin } from '@balcao/sdk/client';

declare global {
  var balcaoSwap: ((client: ClientPlugin) => void) | undefined;
}

globalThis.balcaoSwap = (client) => void hostSide.register(client.manifest.id, client);
