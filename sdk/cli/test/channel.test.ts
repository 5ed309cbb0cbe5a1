import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder, runBalcao } from './run-balcao.ts';

// Each command is a process, and some start a product, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  place = await temporaryFolder();
});
afterAll(() => place?.remove());

// Its own tests, channel conformance among them, run in the template's folder.
test('A newly created channel has no faults', async () => {
  const made = await runBalcao(place.folder, ['create', 'rapid-sms-2', '--kind', 'channel', '--title', 'Rapid SMS']);
  expect(made.code, made.text).toBe(0);
  const checked = await runBalcao(join(place.folder, 'rapid-sms-2'), ['check']);
  expect(checked.code, checked.text).toBe(0);
});
