import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type TestHost } from '@balcao/testing';
import { messagingLimits } from '@balcao/channel-whatsapp-cloud/contract';
import { CloudFixture, plugins, startMeta } from '../../../plugins/channel-whatsapp-cloud/test/cloud-fixture.ts';
import type { GraphSimulator } from '../../../plugins/channel-whatsapp-cloud/test/graph/graph.ts';
import { change } from '../../../plugins/channel-whatsapp-cloud/test/graph/vectors.ts';
import { optOuts } from '@balcao/campaigns/contract';

let meta: GraphSimulator;
let stopMeta: () => Promise<void>;
let host: TestHost;

beforeAll(async () => {
  ({ meta, stop: stopMeta } = await startMeta());
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins: [...plugins, 'tags', 'contact-lists', 'campaigns'],
    env: { TRUST_PROXY: '1' },
  });
});
afterAll(async () => {
  await host?.close();
  await stopMeta?.();
});

test('Whoever switches marketing messages off in WhatsApp itself gets no campaign, until they switch them on', async () => {
  const fixture = await CloudFixture.open(host, meta);
  await fixture.company.enable('campaignsEnabled');
  const chooses = (value: string): Promise<unknown> =>
    meta.webhooks.post(
      fixture.line,
      change(fixture.line, 'user_preferences', {
        user_preferences: [
          { wa_id: '5511988887777', category: 'marketing_messages', value, timestamp: '1767225600' },
          { wa_id: '5511988886666', value: 'maybe' },
        ],
      }),
    );
  const service = fixture.company.scope('campaigns').use(optOuts);
  await chooses('stop');
  await eventually(() => service.isOptedOut('5511988887777'));
  expect(await service.isOptedOut('5511988886666')).toBe(false);
  await chooses('resume');
  await eventually(async () => !(await service.isOptedOut('5511988887777')));
});

test('The limit of people that Meta sets for the business is known', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const limits = fixture.company.scope('channel-whatsapp-cloud').use(messagingLimits);
  expect(await limits.messagingLimit(fixture.connectionId)).toBeNull();
  const capability = { max_daily_conversations_per_business: 'TIER_2K' };
  await meta.webhooks.post(fixture.line, change(fixture.line, 'business_capability_update', capability));
  expect(await limits.messagingLimit(fixture.connectionId)).toBe(2000);
});
