import { WhatsAppNetwork } from '../../plugins/channel-whatsapp/test/network/network.ts';

// The simulated WhatsApp in a process of its own, so that what it takes is not counted against the server.
const network = new WhatsAppNetwork();
await network.listen();
process.send?.({ seam: network.seam });
process.on('message', ({ code, number }: { code: string; number: string }) => network.scan(code, number));
process.once('disconnect', () => process.exit());
