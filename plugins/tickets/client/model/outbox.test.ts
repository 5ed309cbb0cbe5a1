import { describe, expect, it, vi } from 'vitest';
import type { MessageView } from '../../contract.ts';
import { aMessage } from './examples.ts';
import { Outbox } from './outbox.ts';
import type { NewEntry, OutboxEntry, OutboxPorts } from './outbox.ts';

const memoryStore = (): OutboxPorts['store'] & { stored: Map<string, string> } => {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  };
};
const entry = (body: string, ticketId = 1): NewEntry => ({ ticketId, userId: 7, body, quoted: null, file: null });

function startOutbox(deliver: (entry: OutboxEntry) => Promise<MessageView[]>, store = memoryStore()) {
  const delivered: string[] = [];
  const outbox = new Outbox(7, {
    deliver: (given) => deliver(given),
    onDelivered: (given) => void delivered.push(given.body),
    refusal: (error) => (error instanceof Error && error.message !== 'offline' ? error.message : undefined),
    store,
    pause: 60_000,
  });
  return { outbox, delivered, store };
}
const answer = async (given: OutboxEntry): Promise<MessageView[]> => [aMessage({ clientId: given.clientId })];

describe('The outbox', () => {
  it('Messages are sent in the order they were written, one at a time per conversation', async () => {
    const begun: string[] = [];
    const { outbox, delivered } = startOutbox(async (given) => {
      begun.push(given.body);
      await new Promise((resolve) => setTimeout(resolve, given.body === 'um' ? 20 : 1));
      return answer(given);
    });
    for (const body of ['um', 'dois', 'três']) outbox.add(entry(body));
    expect(begun).toEqual(['um']);
    await vi.waitFor(() => expect(delivered).toEqual(['um', 'dois', 'três']));
    expect(outbox.of(1)).toEqual([]);
  });

  it('Messages wait while there is no network, and are sent in order when it is back', async () => {
    let online = false;
    const { outbox, delivered } = startOutbox(async (given) => {
      if (!online) throw new Error('offline');
      return answer(given);
    });
    outbox.add(entry('um'));
    outbox.add(entry('dois'));
    await vi.waitFor(() => expect(outbox.of(1).map((each) => each.state)).toEqual(['waiting', 'waiting']));
    online = true;
    outbox.resume();
    await vi.waitFor(() => expect(delivered).toEqual(['um', 'dois']));
    outbox.stop();
  });

  it('A refused message stays on the screen with its reason, does not hold up the next, and can be tried again', async () => {
    let refuse = true;
    const { outbox, delivered } = startOutbox(async (given) => {
      if (given.body === 'um' && refuse) throw new Error('ERR_SENDING_WAPP_MSG');
      return answer(given);
    });
    const first = outbox.add(entry('um'));
    outbox.add(entry('dois'));
    await vi.waitFor(() => expect(delivered).toEqual(['dois']));
    expect(outbox.of(1)).toMatchObject([{ body: 'um', state: 'failed', error: 'ERR_SENDING_WAPP_MSG' }]);
    refuse = false;
    outbox.retry(first.clientId);
    await vi.waitFor(() => expect(delivered).toEqual(['dois', 'um']));
  });

  it('A message survives a closed window under the same id, so that it cannot be sent twice', async () => {
    const store = memoryStore();
    const { outbox } = startOutbox(() => Promise.reject(new Error('offline')), store);
    const { clientId } = outbox.add(entry('não me perca'));
    await vi.waitFor(() => expect(outbox.of(1)[0]?.state).toBe('waiting'));
    outbox.stop();
    const names: string[] = [];
    const again = startOutbox(async (given) => {
      names.push(given.clientId);
      return answer(given);
    }, store);
    again.outbox.resume();
    await vi.waitFor(() => expect(again.delivered).toEqual(['não me perca']));
    expect(names).toEqual([clientId]);
    expect(store.stored.size).toBe(0);
  });

  it('A message keeps its files through a closed window, and nothing overtakes it meanwhile', async () => {
    const store = memoryStore();
    const { outbox } = startOutbox(() => Promise.reject(new Error('offline')), store);
    const file = new File(['x'], 'contrato.pdf');
    outbox.add({ ...entry('o contrato'), file: { id: 'f', file, preview: 'blob:f', kind: 'document' } });
    outbox.add({ ...entry('uma nota'), internal: true });
    await vi.waitFor(() => expect(outbox.of(1)[0]?.state).toBe('waiting'));
    outbox.stop();
    const sent: [string, string | undefined, boolean | undefined][] = [];
    const again = new Outbox(7, {
      deliver: async (given) => {
        sent.push([given.body, given.file?.file.name, given.internal]);
        return answer(given);
      },
      onDelivered: () => undefined,
      refusal: () => undefined,
      fetchFile: async ({ id, kind }) => ({ id, kind, file, preview: 'blob:again' }),
      store,
    });
    again.add(entry('escrita depois'));
    await vi.waitFor(() => expect(sent.length).toBe(3));
    expect(sent).toEqual([
      ['o contrato', 'contrato.pdf', undefined],
      ['uma nota', undefined, true],
      ['escrita depois', undefined, undefined],
    ]);
    expect(store.stored.size).toBe(0);
  });

  it('Messages are stored beside those of another window of the same person', async () => {
    const store = memoryStore();
    const offline = () => Promise.reject(new Error('offline'));
    const [one, other] = [startOutbox(offline, store).outbox, startOutbox(offline, store).outbox];
    one.add(entry('na primeira janela'));
    other.add(entry('na segunda'));
    const mistake = other.add(entry('engano', 2));
    other.discard(mistake.clientId);
    for (const outbox of [one, other]) {
      await vi.waitFor(() => expect(outbox.of(1)[0]?.state).toBe('waiting'));
      outbox.stop();
    }
    const again = startOutbox(answer, store);
    again.outbox.resume();
    await vi.waitFor(() => expect(again.delivered).toEqual(['na primeira janela', 'na segunda']));
    expect(store.stored.size).toBe(0);
  });

  it('A file without text that is not stored on the device any more is dropped', async () => {
    const store = memoryStore();
    const { outbox } = startOutbox(() => Promise.reject(new Error('offline')), store);
    const file = new File(['x'], 'audio.mp3');
    outbox.add({ ...entry(''), file: { id: 'f', file, preview: 'blob:f', kind: 'audio' } });
    await vi.waitFor(() => expect(outbox.of(1)[0]?.state).toBe('waiting'));
    outbox.stop();
    startOutbox(answer, store);
    await vi.waitFor(() => expect(store.stored.size).toBe(0));
  });

  it('A message is never sent in another person’s name: it waits until its author is signed in again', async () => {
    let [isOnline, isHere] = [false, true];
    const delivered: string[] = [];
    const outbox = new Outbox(7, {
      deliver: async (given) => {
        if (!isOnline) throw new Error('offline');
        delivered.push(given.body);
        return answer(given);
      },
      onDelivered: () => undefined,
      refusal: () => undefined,
      isWriterHere: () => isHere,
      store: memoryStore(),
      pause: 1,
    });
    outbox.add(entry('de Ana'));
    await vi.waitFor(() => expect(outbox.of(1)[0]?.state).toBe('waiting'));
    [isOnline, isHere] = [true, false];
    await new Promise((resolve) => setTimeout(resolve, 20));
    outbox.resume();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(delivered).toEqual([]);
    isHere = true;
    outbox.resume();
    await vi.waitFor(() => expect(delivered).toEqual(['de Ana']));
  });

  it('A waiting message can be cancelled', async () => {
    const { outbox } = startOutbox(() => Promise.reject(new Error('offline')));
    const { clientId } = outbox.add(entry('engano'));
    await vi.waitFor(() => expect(outbox.of(1)[0]?.state).toBe('waiting'));
    expect(outbox.discard(clientId)?.body).toBe('engano');
    expect(outbox.of(1)).toEqual([]);
    outbox.stop();
  });
});
