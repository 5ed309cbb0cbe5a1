/** Returns the storage key of a person's messages that the server does not have yet. */
export const unsentName = (userId: number): string => `balcao.outbox.${userId}`;
export const holdsUnsent = (userId: number): boolean => localStorage.getItem(unsentName(userId)) !== null;

interface StoredMessage {
  ticketId: number;
  state: string;
  body: string;
  file: { kind: string } | null;
}
let latest: { stored: string; messages: readonly StoredMessage[] } | undefined;

/** Returns this person's newest message in a conversation that the server refused; the same object until it changes. */
export function refusedMessage(userId: number, ticketId: number): StoredMessage | undefined {
  try {
    const stored = localStorage.getItem(unsentName(userId)) ?? '';
    // Every row of the list asks, and hardly ever is there one.
    if (!stored.includes('"failed"')) return undefined;
    if (latest?.stored !== stored) latest = { stored, messages: JSON.parse(stored) as StoredMessage[] };
    return latest.messages.findLast((each) => each.ticketId === ticketId && each.state === 'failed');
  } catch {
    return undefined;
  }
}

const listeners = new Set<() => void>();

/** Tells this window that a draft or an unsent message on the device changed. */
export function unsentChanged(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever a draft or an unsent message on this device changes, in any window. */
export function watchUnsent(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || /^balcao\.(draft|outbox)\./.test(key)) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
