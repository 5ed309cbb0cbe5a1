// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hostSide, signIn } from '@balcao/sdk/client';
import type { NewEntry } from '../model/outbox.ts';
import { outboxOf } from './outboxes.ts';

const ana = { id: 31, name: 'Ana', email: 'a@b.c', profile: 'user', companyId: 1, permissions: [], company: { id: 1 } };
const message = (body: string): NewEntry => ({ ticketId: 7, userId: ana.id, body, quoted: null, file: null });
const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

let hasExpired: boolean;
let received: string[];
beforeEach(() => {
  hasExpired = false;
  received = [];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address === '/api/auth/login') {
      hasExpired = false;
      return answer(200, { token: `t${Math.random()}`, tokenPublicDir: 'm', user: ana });
    }
    if (hasExpired) return answer(address.endsWith('/refresh_token') ? 401 : 403, { error: 'ERR_SESSION_EXPIRED' });
    received.push((JSON.parse(String(body)) as { body: string }).body);
    return answer(200, []);
  });
});
afterEach(() => {
  outboxOf(ana.id).stop();
  hostSide.dropSession('signed-out');
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('A message that meets an expired session waits for the login and is sent before the ones written after it', async () => {
  await signIn('a@b.c', 'x');
  const outbox = outboxOf(ana.id);
  hasExpired = true;
  outbox.add(message('um'));
  await vi.waitFor(() => expect(hostSide.store.get(hostSide.statusAtom)).toBe('expired'));
  await vi.waitFor(() => expect(outbox.of(7)).toMatchObject([{ body: 'um', state: 'waiting', error: null }]));
  await signIn('a@b.c', 'x');
  outbox.add(message('dois'));
  await vi.waitFor(() => expect(outbox.of(7)).toEqual([]));
  expect(received).toEqual(['um', 'dois']);
});
