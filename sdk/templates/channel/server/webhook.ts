import { AppError, invalid, notFound, z, type Host, type Scope } from '@balcao/sdk/server';
import { channelInbox, connections } from '@balcao/connections/contract';
import { channelId } from '../channel.ts';
import type manifest from '../manifest.ts';
import { connectionIdOf } from './address.ts';
import { isGenuine } from './signature.ts';

const text = (max: number) =>
  z
    .string()
    .max(max)
    // PostgreSQL cannot store NUL in a text.
    .transform((written) => written.replaceAll('\0', ''));
const id = text(200).pipe(z.string().min(1));

const gatewayEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    id,
    from: z.string().regex(/^\+?\d{6,15}$/),
    name: text(120).optional(),
    text: text(5000),
    at: z.iso.datetime({ offset: true }),
  }),
  z.object({
    type: z.literal('status'),
    id,
    status: z.enum(['sent', 'delivered', 'read', 'failed']),
    reason: text(300).optional(),
  }),
]);
type GatewayEvent = z.output<typeof gatewayEvent>;
const events = z.object({ events: z.array(gatewayEvent).max(500) });

/** Delivery states of the gateway in the platform's numbers. */
const ticks = { sent: 1, delivered: 2, read: 3 } as const;

const digits = (number: string): string => number.replace(/^\+/, '');

/**
 * Passes one event to the platform. Repeated events change nothing: the inbox ignores known messages, and a delivery
 * state never goes backwards.
 */
async function receive(connectionId: number, event: GatewayEvent, scope: Scope): Promise<void> {
  const inbox = scope.use(channelInbox);
  if (event.type === 'message') {
    const number = digits(event.from);
    await inbox.message(connectionId, {
      externalId: event.id,
      from: { channel: channelId, scope: '', kind: 'phone', value: number },
      name: event.name || number,
      number,
      body: event.text,
      sentAt: new Date(event.at),
    });
  } else if (event.status === 'failed') await inbox.failed(connectionId, event.id, event.reason ?? 'failed');
  else await inbox.ack(connectionId, event.id, ticks[event.status]);
}

/** The webhook of the gateway. It responds after everything is stored; otherwise the gateway calls it again. */
export const webhook = (host: Host<typeof manifest>): void => {
  host.route('POST', '/example-sms/:address/events', {
    access: { public: 'the gateway has no account', address: true, webhook: true },
    rate: 1200,
    summary: 'Messages and statuses from the gateway',
    input: { params: z.object({ address: z.string().max(100) }), body: z.unknown(), raw: true },
    handle: async ({ ref, headers, raw, body }, scope) => {
      if (!isGenuine(scope.settings.get('exampleSmsSecret'), headers, raw))
        throw new AppError(401, 'ERR_SIGNATURE_INVALID');
      const connection = await scope.use(connections).find(connectionIdOf(ref));
      if (connection?.channel !== channelId) throw notFound('ERR_NOT_FOUND');
      const read = events.safeParse(body);
      if (!read.success) throw invalid({ events: 'not events of the gateway' });
      for (const event of read.data.events) await receive(connection.id, event, scope);
    },
  });
};
