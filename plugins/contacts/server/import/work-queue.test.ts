import { expect, test } from 'vitest';
import { WorkQueue } from './work-queue.ts';

const never = new AbortController().signal;

const passed = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on request, and the order in which each item started. */
const startWork = (options?: ConstructorParameters<typeof WorkQueue>[0]) => {
  const queue = new WorkQueue(options);
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const send = (company: number, name: string, signal = never): Promise<void> =>
    queue.run(company, signal, () => {
      begun.push(name);
      return new Promise<void>((resolve) => end.set(name, resolve));
    });
  const finish = async (name: string): Promise<void> => {
    end.get(name)?.();
    await passed();
  };
  return { begun, send, finish };
};

test('A company that uploads many spreadsheets does not make other companies wait', async () => {
  const { begun, send, finish } = startWork();
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => send(1, name));
  all.push(send(2, 'b1'));
  await passed();
  expect(begun).toEqual(['a1', 'b1']);
  all.push(send(3, 'c1'));
  await finish('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  all.push(send(2, 'b2'));
  await finish('a2');
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  for (const name of ['b1', 'c1', 'b2', 'a3', 'a4']) await finish(name);
  await Promise.all(all);
});

test('A spreadsheet that would wait too long is refused with the seconds to wait, and the next one is accepted later', async () => {
  const { send, finish, begun } = startWork({ concurrency: 1, maxWaiting: 1 });
  const all = [send(1, 'a1'), send(1, 'a2')];
  await expect(send(1, 'a3')).rejects.toMatchObject({ status: 429, context: { retryAfter: 15 } });
  all.push(send(2, 'b1'));
  await finish('a1');
  all.push(send(1, 'a4'));
  for (const name of ['a2', 'b1', 'a4']) await finish(name);
  for (const name of begun) await finish(name);
  await Promise.all(all);
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a4', 'b1']);
});

test('A cancelled request gives up its place in the queue', async () => {
  const { send, finish, begun } = startWork({ concurrency: 1 });
  const first = send(1, 'a1');
  const gone = new AbortController();
  const left = send(1, 'a2', gone.signal);
  const last = send(1, 'a3');
  await passed();
  gone.abort(new Error('closed'));
  await expect(left).rejects.toThrow('closed');
  await finish('a1');
  expect(begun).toEqual(['a1', 'a3']);
  await finish('a3');
  await Promise.all([first, last]);
});
