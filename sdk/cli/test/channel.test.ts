import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { faraway, typed } from './typed.ts';

// Each command is a process, and some start a product: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000 });

let place: Awaited<ReturnType<typeof faraway>>;
beforeAll(async () => {
  place = await faraway();
});
afterAll(() => place?.remove());

// Its own tests, channel conformance among them, run where the template lies.
test('a new channel is sound', async () => {
  const made = await typed(place.folder, ['create', 'rapid-sms-2', '--kind', 'channel', '--title', 'Rapid SMS']);
  expect(made.code, made.text).toBe(0);
  const checked = await typed(join(place.folder, 'rapid-sms-2'), ['check']);
  expect(checked.code, checked.text).toBe(0);
});
