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

test(
  'a new channel is sound, and passes its own tests and the suite of every plugin',
  { timeout: 600_000 },
  async () => {
    const made = await typed(place.folder, ['create', 'rapid-sms-2', '--kind', 'channel', '--title', 'Rapid SMS']);
    expect(made.code, made.text).toBe(0);
    const plugin = join(place.folder, 'rapid-sms-2');
    const [checked, tested] = [await typed(plugin, ['check']), await typed(plugin, ['test'])];
    expect(checked.code, checked.text).toBe(0);
    expect(tested.code, tested.text).toBe(0);
  },
);
