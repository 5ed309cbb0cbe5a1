import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fetchPublic } from './fetch-public.ts';

const resolution = vi.spyOn(dns, 'lookup');
beforeAll(() => {
  resolution.mockReturnValue(new Promise<never>(() => undefined));
  // Named imports of built-in modules follow only then.
  syncBuiltinESMExports();
});
afterAll(() => {
  resolution.mockRestore();
  syncBuiltinESMExports();
});

test('A call whose name is never resolved ends with its time limit', async () => {
  const call = fetchPublic('https://slow-names.example/', { maxBytes: 10, timeoutMs: 50 });
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(resolution).toHaveBeenCalledOnce();
});

test('A call that is stopped does not wait for the resolution of its name', async () => {
  const stop = new AbortController();
  const call = fetchPublic('https://slow-names.example/', { maxBytes: 10, timeoutMs: 60_000, signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(call).rejects.toThrow('stopped');
});
