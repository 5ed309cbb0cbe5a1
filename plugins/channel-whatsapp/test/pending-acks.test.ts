import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PendingAcks } from '../server/worker/pending-acks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('A message that is sent again while its first sending waits is acknowledged to both', async () => {
  const acks = new PendingAcks();
  const [first, second] = [acks.waitFor('A1'), acks.waitFor('A1')];
  acks.acknowledge('A1');
  await Promise.all([first.acknowledged, second.acknowledged]);
});

test('A sending that fails at once leaves the other one of the same message waiting', async () => {
  const acks = new PendingAcks();
  const [first, second] = [acks.waitFor('A1'), acks.waitFor('A1')];
  first.forget();
  acks.acknowledge('A1');
  await second.acknowledged;
});

test('A refusal ends the first sending, and the second one has an answer of its own', async () => {
  const acks = new PendingAcks();
  const [first, second] = [acks.waitFor('A1'), acks.waitFor('A1')];
  acks.refuse('A1', new Error('463'));
  acks.acknowledge('A1');
  await expect(first.acknowledged).rejects.toThrow('463');
  await second.acknowledged;
});

test('A refusal reaches the sending that waits, not an earlier one that was acknowledged or timed out', async () => {
  const acks = new PendingAcks();
  const acknowledged = acks.waitFor('A1');
  acks.acknowledge('A1');
  const second = acks.waitFor('A1');
  acks.refuse('A1', new Error('463'));
  await acknowledged.acknowledged;
  await expect(second.acknowledged).rejects.toThrow('463');

  const timedOut = acks.waitFor('B2');
  await vi.advanceTimersByTimeAsync(20_000);
  const again = acks.waitFor('B2');
  acks.refuse('B2', new Error('463'));
  await expect(timedOut.acknowledged).rejects.toThrow('unconfirmed');
  await expect(again.acknowledged).rejects.toThrow('463');
});

test('A message that WhatsApp does not acknowledge is sent again later, and no timer is left of one that was', async () => {
  const acks = new PendingAcks();
  const [late, early] = [acks.waitFor('A1'), acks.waitFor('B2')];
  acks.acknowledge('B2');
  await early.acknowledged;
  early.forget();
  expect(vi.getTimerCount()).toBe(1);
  const [ended] = await Promise.allSettled([late.acknowledged, vi.advanceTimersByTimeAsync(20_000)]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'unconfirmed' } });
});

test('When the connection closes every sending ends', async () => {
  const acks = new PendingAcks();
  const all = ['A1', 'A1', 'B2'].map((id) => acks.waitFor(id).acknowledged);
  acks.end(new Error('closed'));
  for (const one of all) await expect(one).rejects.toThrow('closed');
});
