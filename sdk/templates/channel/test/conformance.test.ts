import { join } from 'node:path';
import { channelConformance, type ConformanceConnection } from '@balcao/testing';
import { afterAll } from 'vitest';
import { channelId } from '../channel.ts';
import { Gateway, gatewayKey, gatewaySecret, post } from './gateway.ts';

const gateway = await Gateway.start();
afterAll(() => gateway.stop());

/** Customers of different connections have different numbers, so that the gateway can tell them apart. */
const numberOf = ({ connectionId }: ConformanceConnection, customer: number): string =>
  String(5_500_000_000_000 + connectionId * 10_000 + customer);

/** Checks the guarantees of every channel for this one: exactly once, order, ticks, errors, isolation, … */
await channelConformance({
  root: join(import.meta.dirname, '..'),
  channel: channelId,
  deduplicates: true,
  reportsTime: true,
  async prepare({ company }) {
    const { settings } = company.scope(channelId);
    await settings.set('exampleSmsUrl', gateway.url);
    await settings.set('exampleSmsSecret', gatewaySecret);
    await settings.set('exampleSmsKey', gatewayKey);
  },
  async drive(line) {
    const setup = `/example-sms/connections/${line.connectionId}`;
    const { webhookPath } = (await line.company.admin.get<{ webhookPath: string }>(setup)).body;
    const webhook = `${line.host.url}${webhookPath}`;
    const refuse =
      (status: number) =>
      async ({ to, times }: { to: number; times: number }): Promise<void> =>
        gateway.refuse(numberOf(line, to), status, times);
    const event = (message: { id: string; from: number; body: string; sentAt: Date }): object => ({
      type: 'message',
      id: message.id,
      from: numberOf(line, message.from),
      text: message.body,
      at: message.sentAt.toISOString(),
    });
    return {
      deliver: (message) => post(webhook, [event(message)]),
      forge: (message) => post(webhook, [event(message)], { signedWith: 'a guess' }),
      async reached() {
        const first = Number(numberOf(line, 0));
        return gateway.taken
          .map(({ id, to, text }) => ({ id, to: Number(to) - first, body: text }))
          .filter(({ to }) => to >= 0 && to < 10_000);
      },
      async ack({ id }, ack) {
        await post(webhook, [{ type: 'status', id, status: ack === 2 ? 'delivered' : 'read' }]);
      },
      fail: { retry: refuse(503), refused: refuse(400), 'invalid-contact': refuse(422) },
      secrets: () => [gatewayKey, gatewaySecret],
    };
  },
});
