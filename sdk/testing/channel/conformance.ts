import { burst, isolation, onceOnly, order, signature } from './incoming-checks.ts';
import { deletions, edits, reactions } from './change-checks.ts';
import type { ChannelCheck } from './check.ts';
import type { ChannelConformanceOptions } from './driver.ts';
import { data, longTexts, severalFiles } from './content-checks.ts';
import { acks, echo, errors, resending, sending, orderDespiteErrors, outageDelivery } from './outgoing-checks.ts';
import { menus } from './menu-checks.ts';
import { ChannelCompany } from './channel-company.ts';
import { openStage, type Stage } from './stage.ts';
import { lifeCycle, secrecy, switchedOff } from './life-cycle-checks.ts';

/** Secrecy comes last, because it searches everything that the other checks sent. */
export const channelChecks: readonly ChannelCheck[] = [
  signature,
  onceOnly,
  order,
  echo,
  sending,
  resending,
  acks,
  reactions,
  edits,
  deletions,
  errors,
  orderDespiteErrors,
  outageDelivery,
  menus,
  severalFiles,
  data,
  longTexts,
  lifeCycle,
  switchedOff,
  isolation,
  burst,
  secrecy,
];

/**
 * Declares the tests that every channel must pass, in a file of Vitest: signature, exactly once, order, echo, sending,
 * ticks that never go back, reactions, edits and deletions, menus, several files, locations and contact cards, long
 * texts, distinct errors, order despite errors, a life cycle without side effects, isolation of companies, a burst, secrecy. The
 * channel runs in the real server with conversations and connections; `drive` plays the provider.
 * @example
 * ```ts
 * // test/conformance.test.ts
 * import path from 'node:path';
 * import { channelConformance } from '@balcao/testing';
 * import { startGateway } from './gateway.ts';
 *
 * const gateway = await startGateway();
 * await channelConformance({
 *   root: path.resolve(import.meta.dirname, '..'),
 *   channel: 'sms',
 *   prepare: ({ company, connectionId }) =>
 *     company.admin.put(`/sms-lines/${connectionId}`, { url: gateway.url, key: gateway.key }).then(() => undefined),
 *   drive: async (line) => ({
 *     deliver: (message) => gateway.post(line, message, gateway.sign),
 *     forge: (message) => gateway.post(line, message, () => 'wrong'),
 *     reached: async () => gateway.taken(line),
 *     secrets: () => [gateway.key],
 *   }),
 * });
 * ```
 */
export const channelConformance = async (options: ChannelConformanceOptions): Promise<void> => {
  const { afterAll, beforeAll, describe, expect, inject, test } = await import('vitest');
  const databaseUrl = options.databaseUrl ?? inject('databaseUrl' as never);
  describe(`the channel ${options.channel}`, () => {
    let stage: Stage;
    let shop: ChannelCompany;
    beforeAll(async () => {
      stage = await openStage({ ...options, databaseUrl });
      shop = await ChannelCompany.open(stage);
    }, 120_000);
    afterAll(() => stage?.close());
    for (const { title, appliesTo, run } of channelChecks)
      test(title, { timeout: 180_000 }, async (context) => {
        if (!(appliesTo?.(shop.driver, options) ?? true)) context.skip('its provider does no such thing');
        expect(await run(stage)).toEqual([]);
      });
  });
};
