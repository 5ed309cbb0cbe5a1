import { expect, test } from 'vitest';
import { settingChanged } from '@balcao/sdk/server';
import { subscribersOf } from './subscribers.ts';

test('A listener of a changed setting reads the new value, even if the event arrives before the cache was invalidated', async () => {
  let stored = 'old';
  let remembered = 'old';
  const read: string[] = [];
  const listener = { plugin: 'boards', event: settingChanged.id, name: 'look', handle: () => undefined };
  const [, notified] = subscribersOf({
    registry: { listeners: [listener] },
    caches: { events: new Set(), drop: () => undefined },
    refreshSettings: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      remembered = stored;
    },
    // The first thing that a listener's scope reads; the test needs no more.
    scopes: { company: () => void read.push(remembered), loadCompany: () => undefined },
  } as unknown as Parameters<typeof subscribersOf>[0]);
  stored = 'new';
  await notified?.handle({ key: 'closing' }, { companyId: 1 } as never);
  expect(read).toEqual(['new']);
});
