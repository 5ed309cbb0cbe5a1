// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { PageStorage } from './page-storage.ts';

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
  const storage = new PageStorage('loja');
  storage.change((stored) => ({ ...stored, token: 't', outbox: [] }));
  const full = fill();
  storage.change((stored) => ({ ...stored, outbox: [waiting('first')] }));
  storage.change((stored) => ({ ...stored, outbox: [...(stored.outbox ?? []), waiting('second')] }));
  expect(storage.read()).toEqual({ token: 't', outbox: [waiting('first'), waiting('second')] });
  full.mockRestore();
  storage.change((stored) => ({ ...stored, open: true }));
  expect(new PageStorage('loja').read().outbox).toEqual([waiting('first'), waiting('second')]);
});

test('Messages of another tab are read, also after the storage was full', () => {
  const [here, there] = [new PageStorage('loja'), new PageStorage('loja')];
  const full = fill();
  here.change((stored) => ({ ...stored, draft: 'meio' }));
  full.mockRestore();
  here.change((stored) => ({ ...stored, draft: 'inteiro' }));
  there.change((stored) => ({ ...stored, open: true }));
  expect(here.read()).toEqual({ draft: 'inteiro', open: true });
});
