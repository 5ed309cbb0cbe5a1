/** In development, a plugin's entry reports here that it was saved; its contributions are replaced in place. */
import { hostSide, type ClientPlugin } from '@balcao/sdk/client';

declare global {
  var balcaoSwap: ((client: ClientPlugin) => void) | undefined;
}

globalThis.balcaoSwap = (client) => void hostSide.register(client.manifest.id, client);
