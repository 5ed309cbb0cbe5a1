import { expect, test } from 'vitest';
import { settingChanged } from '@balcao/sdk/server';
import { subscribersOf } from './subscribers.ts';

test('a listener that is told of a changed setting finds the new value, also where the news is faster than the memory', async () => {
  let stored = 'old';
  let remembered = 'old';
  const read: string[] = [];
  const listener = { plugin: 'boards', event: settingChanged.id, name: 'look', handle: () => undefined };
  const [, told] = subscribersOf({
    registry: { listeners: [listener] },
    caches: { events: new Set(), drop: () => undefined },
    refreshSettings: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      remembered = stored;
    },
    // The first thing a listener's scope is made of; nothing more is needed here.
    scopes: { company: () => void read.push(remembered) },
  } as unknown as Parameters<typeof subscribersOf>[0]);
  stored = 'new';
  await told?.handle({ key: 'closing' }, { companyId: 1 } as never);
  expect(read).toEqual(['new']);
});
