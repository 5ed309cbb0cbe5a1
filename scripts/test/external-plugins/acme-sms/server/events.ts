import { AppError, invalid, z, type Host } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';
import type manifest from '../manifest.ts';
import { gatewayOf, isSigned } from './gateway.ts';

const id = z.string().min(1).max(100);
const gatewayEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    id,
    from: z.string().regex(/^\d{8,15}$/),
    text: z.string().max(4_000),
    at: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('sent'), id }),
  z.object({ kind: z.literal('delivered'), id }),
  z.object({ kind: z.literal('failed'), id, reason: z.string().max(500) }),
]);

const parse = (raw: Uint8Array): z.infer<typeof gatewayEvent> => {
  try {
    return gatewayEvent.parse(JSON.parse(Buffer.from(raw).toString('utf8')));
  } catch {
    throw invalid({ body: 'not an event of the gateway' });
  }
};

/** Receives events of the gateway: answered only once stored, so that the gateway retries lost ones. */
export const events = (host: Host<typeof manifest>): void => {
  host.route('POST', '/acme-sms/:address/events', {
    access: { public: 'The gateway calls it; every call is signed with the token.', address: true, webhook: true },
    summary: 'Receives a message, or the delivery state of one of ours.',
    input: { params: z.object({ address: z.string() }), raw: true },
    handle: async ({ raw, headers, ref }, scope) => {
      const gateway = gatewayOf(scope);
      if (!gateway || !isSigned(raw, headers['x-signature'], gateway.token)) throw new AppError(401, 'ERR_SIGNATURE');
      const event = parse(raw);
      const inbox = scope.use(channelInbox);
      const connectionId = Number(ref.split(':')[1]);
      if (event.kind === 'message') {
        const { from: number, text: body } = event;
        await inbox.message(connectionId, {
          externalId: event.id,
          from: { channel: channelId, scope: '', kind: 'phone', value: number },
          name: number,
          number,
          body,
          sentAt: new Date(event.at),
        });
      } else if (event.kind === 'failed') await inbox.failed(connectionId, event.id, event.reason);
      else await inbox.ack(connectionId, event.id, event.kind === 'sent' ? 1 : 2);
      return { stored: true };
    },
  });
};
