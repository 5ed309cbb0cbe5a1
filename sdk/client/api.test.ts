// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

test('A download that breaks off fails like a call without a connection', async () => {
  const body = new ReadableStream({ start: (control) => control.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(body));
  await expect(api.file('/contacts/export')).rejects.toMatchObject({
    name: 'ApiError',
    status: 0,
    code: 'ERR_OFFLINE',
  });
});
