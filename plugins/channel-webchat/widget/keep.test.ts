// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { Keep } from './keep.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const waiting = (id: string) => ({ id, body: id, at: '2026-11-22T12:00:00.000Z' });
const fill = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test('Messages on a page whose storage is full are kept in memory, and stored once there is space', () => {
  const keep = new Keep('loja');
  keep.change((kept) => ({ ...kept, token: 't', outbox: [] }));
  const full = fill();
  keep.change((kept) => ({ ...kept, outbox: [waiting('first')] }));
  keep.change((kept) => ({ ...kept, outbox: [...(kept.outbox ?? []), waiting('second')] }));
  expect(keep.read()).toEqual({ token: 't', outbox: [waiting('first'), waiting('second')] });
  full.mockRestore();
  keep.change((kept) => ({ ...kept, open: true }));
  expect(new Keep('loja').read().outbox).toEqual([waiting('first'), waiting('second')]);
});

test('Messages of another tab are read, also after the storage was full', () => {
  const [here, there] = [new Keep('loja'), new Keep('loja')];
  const full = fill();
  here.change((kept) => ({ ...kept, draft: 'meio' }));
  full.mockRestore();
  here.change((kept) => ({ ...kept, draft: 'inteiro' }));
  there.change((kept) => ({ ...kept, open: true }));
  expect(here.read()).toEqual({ draft: 'inteiro', open: true });
});
