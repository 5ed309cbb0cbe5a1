import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import { failureOf, type Connection, type HistoryBatch, type InboundMessage } from '@balcao/connections/contract';
import { ask } from '../line/ask-line.ts';
import { ConnectionStore } from '../store/connection-store.ts';

/** Of files too, which are all fetched before the batch is handed in. */
const together = 20;
const lookMs = 1_000;

/**
 * A telephone does not always say that it has told everything. Seconds without a further part after which that is taken
 * for certain, and seconds after which one that has told nothing will not begin.
 */
const quietSeconds = 90;
const silentSeconds = 300;

const wait = (scope: Scope): Promise<void> => sleep(lookMs, undefined, { signal: scope.signal });

/** Oldest first is only possible once all of it is there: telephones begin with the newest. */
const allTold = async (store: ConnectionStore, scope: Scope): Promise<void> => {
  for (;;) {
    scope.signal.throwIfAborted();
    const told = await store.pastTold();
    if (!told || told.isTold) return;
    if (told.quietFor === null ? told.linkedFor > silentSeconds : told.quietFor > quietSeconds) return;
    await wait(scope);
  }
};

/** A line that is between two links, or on its way to another node, is waited for. */
const read = async (connection: Connection, scope: Scope, messages: string[]): Promise<InboundMessage[]> => {
  for (;;) {
    scope.signal.throwIfAborted();
    try {
      const told = (await ask(connection, scope, { do: 'read-past', messages })) as InboundMessage[];
      // From another node a time comes as text.
      return told.map((message) => ({ ...message, sentAt: new Date(message.sentAt) }));
    } catch (error) {
      if (failureOf(error) !== 'disconnected') throw error;
      // Of a line that was unlinked meanwhile nothing is left to read.
      if ((await (await ConnectionStore.open(scope, connection.id)).countPast()) === 0) return [];
      await wait(scope);
    }
  }
};

/** What was said before the line was linked, from what its telephone told. What was read is not kept any longer. */
export async function* importPast(connection: Connection, scope: Scope): AsyncIterable<HistoryBatch> {
  const store = await ConnectionStore.open(scope, connection.id);
  await allTold(store, scope);
  const total = await store.countPast();
  for (;;) {
    const waiting = await store.past(together);
    if (waiting.length === 0) return;
    const values = waiting.map(({ value }) => value);
    yield { messages: await read(connection, scope, values), total };
    await store.forgetPast(waiting.map(({ name }) => name));
  }
}
