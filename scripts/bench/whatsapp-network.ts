import { WhatsAppNetwork } from '../../plugins/channel-whatsapp/test/network/network.ts';

// The simulated WhatsApp runs in a separate process, so that its use is not counted against the server.
const network = new WhatsAppNetwork();
await network.listen();
process.send?.({ seam: network.seam });
process.on('message', ({ code, number }: { code: string; number: string }) => network.scan(code, number));
process.once('disconnect', () => process.exit());
