import { afterEach, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';

let host: TestHost | undefined;
afterEach(() => host?.close());

const start = async (env: Record<string, string> = {}): Promise<TestHost> =>
  (host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users'], env }));
const figures = async (headers: Record<string, string> = {}): Promise<number> => {
  const answer = await fetch(`${host!.url}/metrics`, { headers });
  const text = await answer.text();
  expect(text.includes('process_cpu')).toBe(answer.status === 200);
  return answer.status;
};

test('Metrics are served to private addresses, and never through a proxy that is not configured', async () => {
  await start();
  expect(await figures()).toBe(200);
  for (const header of ['x-forwarded-for', 'forwarded']) expect(await figures({ [header]: '10.0.0.7' })).toBe(403);
});

test('Behind a trusted proxy, metrics are served by the address that the proxy names', async () => {
  await start({ TRUST_PROXY: '1' });
  expect(await figures({ 'x-forwarded-for': '10.0.0.7' })).toBe(200);
  for (const ip of ['8.8.8.8', '2606:4700::1', '10.0.0.7, 8.8.8.8'])
    expect([ip, await figures({ 'x-forwarded-for': ip })]).toEqual([ip, 403]);
});

test('Where a token is set, metrics require it', async () => {
  await start({ METRICS_TOKEN: 'prometheus-knows-this', TRUST_PROXY: '1' });
  for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic prometheus-knows-this'])
    expect(await figures({ authorization })).toBe(401);
  expect(await figures({ authorization: 'Bearer prometheus-knows-this', 'x-forwarded-for': '8.8.8.8' })).toBe(200);
});
