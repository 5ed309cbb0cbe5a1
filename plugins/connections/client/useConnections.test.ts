import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ConnectionRow } from './connection-row.ts';
import { connectionsKey, putConnection } from './useConnections.ts';

const row = (status: string): ConnectionRow => ({ id: 7, status }) as unknown as ConnectionRow;

test('A list that was requested before a connection was changed does not undo the change when it arrives later', async () => {
  const queries = new QueryClient();
  const requests: ((rows: ConnectionRow[]) => void)[] = [];
  const list = new QueryObserver<ConnectionRow[]>(queries, {
    queryKey: connectionsKey,
    queryFn: ({ signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<ConnectionRow[]>();
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      requests.push(resolve);
      return promise;
    },
  });
  const seen: (string | undefined)[] = [];
  const leave = list.subscribe(({ data }) => void seen.push(data?.[0]?.status));
  requests[0]?.([row('DISCONNECTED')]);
  await expect.poll(() => seen.at(-1)).toBe('DISCONNECTED');
  void list.refetch();
  await expect.poll(() => requests.length).toBe(2);
  await putConnection(queries, row('qrcode'));
  requests[1]?.([row('DISCONNECTED')]);
  await expect.poll(() => seen.at(-1)).toBe('qrcode');
  // The cancelled request is made again.
  await expect.poll(() => requests.length).toBe(3);
  requests[2]?.([row('qrcode')]);
  await expect.poll(() => list.getCurrentResult().isFetching).toBe(false);
  expect(seen.slice(seen.indexOf('qrcode'))).not.toContain('DISCONNECTED');
  leave();
});
