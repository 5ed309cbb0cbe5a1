import { expect, it } from 'vitest';
import { Outbox, type Outgoing, type OutboxPorts } from './outbox.ts';

const [marina, renata] = [7, 8];

/** A window in which somebody is signed in, and the server that it reaches. */
const openWindow = (stored = new Map<string, string>()) => {
  const given: Outgoing[] = [];
  const state = { signedIn: marina as number | undefined, isOnline: true };
  const ports: OutboxPorts = {
    deliver: async (item) => {
      await Promise.resolve();
      if (!state.isOnline) throw new Error('offline');
      given.push(item);
    },
    isWriterHere: (userId) => state.signedIn === userId,
    store: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
  };
  const outbox = new Outbox(ports);
  outbox.restore(marina);
  const shown = (userId: number) => outbox.all().filter((item) => item.userId === userId);
  return { outbox, given, state, stored, shown };
};
const words = (message: string, more: Partial<Outgoing> = {}) => ({
  chatId: 1,
  userId: marina,
  message,
  files: [],
  quoted: null,
  ticketId: null,
  ...more,
});

it('A message that could not be sent is shown as failed after a reload, and is sent once under the same name', async () => {
  const { outbox, state, stored, shown } = openWindow();
  state.isOnline = false;
  outbox.add(words('não me perca'));
  outbox.add(words('', { files: [new File(['x'], 'foto.png')] }));
  await expect.poll(() => shown(marina).map(({ error }) => error !== undefined)).toEqual([true, true]);
  const again = openWindow(stored);
  const [kept, ...others] = again.shown(marina);
  expect([kept?.message, kept?.clientId, others]).toEqual(['não me perca', shown(marina)[0]?.clientId, []]);
  expect(kept?.error).toBe('ERR_CHAT_MESSAGE_UNSENT');
  expect(again.given).toEqual([]);
  again.outbox.retry(kept?.clientId ?? '');
  await expect.poll(() => again.given.map(({ clientId }) => clientId)).toEqual([kept?.clientId]);
  await expect.poll(() => [again.shown(marina).length, openWindow(stored).shown(marina).length]).toEqual([0, 0]);
});

it('A message that waits for its turn while another person signs in is not sent in their name, and is there when its writer is back', async () => {
  const { outbox, given, state, stored, shown } = openWindow();
  outbox.add(words('um'));
  outbox.add(words('dois'));
  state.signedIn = renata;
  outbox.restore(renata);
  await expect.poll(() => shown(marina).map(({ error }) => error)).toEqual(['ERR_CHAT_MESSAGE_UNSENT', 'ERR_CHAT_MESSAGE_UNSENT']);
  expect([given, shown(renata)]).toEqual([[], []]);
  outbox.add(words('três', { userId: renata }));
  await expect.poll(() => given.map(({ message }) => message)).toEqual(['três']);
  expect(openWindow(stored).shown(marina).map(({ message }) => message)).toEqual(['um', 'dois']);
});

it('What another window of the person could not send is not lost when this one sends', async () => {
  const first = openWindow();
  const second = openWindow(first.stored);
  first.state.isOnline = false;
  first.outbox.add(words('da primeira'));
  second.outbox.add(words('da segunda'));
  await expect.poll(() => second.given.length).toBe(1);
  expect(openWindow(first.stored).shown(marina).map(({ message }) => message)).toEqual(['da primeira']);
  first.outbox.discard(first.shown(marina)[0]?.clientId ?? '');
  expect(openWindow(first.stored).shown(marina)).toEqual([]);
});
