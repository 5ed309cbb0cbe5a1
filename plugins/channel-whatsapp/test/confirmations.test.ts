import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Confirmations } from '../server/worker/confirmations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('A message that is sent again while its first sending waits is confirmed to both', async () => {
  const confirmations = new Confirmations();
  const [first, second] = [confirmations.expect('A1'), confirmations.expect('A1')];
  confirmations.confirm('A1');
  await Promise.all([first.confirmed, second.confirmed]);
});

test('A sending that fails at once leaves the other one of the same message waiting', async () => {
  const confirmations = new Confirmations();
  const [first, second] = [confirmations.expect('A1'), confirmations.expect('A1')];
  first.forget();
  confirmations.confirm('A1');
  await second.confirmed;
});

test('A refusal ends the first sending, and the second one has an answer of its own', async () => {
  const confirmations = new Confirmations();
  const [first, second] = [confirmations.expect('A1'), confirmations.expect('A1')];
  confirmations.refuse('A1', new Error('463'));
  confirmations.confirm('A1');
  await expect(first.confirmed).rejects.toThrow('463');
  await second.confirmed;
});

test('A message that nobody confirms is sent again later, and no timer is left of one that was', async () => {
  const confirmations = new Confirmations();
  const [late, early] = [confirmations.expect('A1'), confirmations.expect('B2')];
  confirmations.confirm('B2');
  await early.confirmed;
  early.forget();
  expect(vi.getTimerCount()).toBe(1);
  const [ended] = await Promise.allSettled([late.confirmed, vi.advanceTimersByTimeAsync(20_000)]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'unconfirmed' } });
});

test('When the connection closes every sending ends', async () => {
  const confirmations = new Confirmations();
  const all = ['A1', 'A1', 'B2'].map((id) => confirmations.expect(id).confirmed);
  confirmations.end(new Error('closed'));
  for (const one of all) await expect(one).rejects.toThrow('closed');
});
