import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import { failureOf, type Connection, type HistoryBatch, type InboundMessage } from '@balcao/connections/contract';
import { request } from '../connection/request-connection.ts';
import { ConnectionStore } from '../store/connection-store.ts';

/** Messages per batch; their files are fetched before the batch is yielded. */
const batchSize = 20;
const pollMs = 1_000;

/**
 * A phone does not always announce the last part of its history. After this many seconds without a further part it
 * counts as complete, and after that many seconds without a first part there is none.
 */
const silenceTimeoutSeconds = 90;
const startTimeoutSeconds = 300;

const wait = (scope: Scope): Promise<void> => sleep(pollMs, undefined, { signal: scope.signal });

/** Waits for the whole history, since phones send the newest messages first and the import runs oldest first. */
const waitForHistory = async (store: ConnectionStore, scope: Scope): Promise<void> => {
  for (;;) {
    scope.signal.throwIfAborted();
    const progress = await store.historyProgress();
    if (!progress || progress.isComplete) return;
    if (
      progress.secondsSinceLastPart === null
        ? progress.secondsSinceLinked > startTimeoutSeconds
        : progress.secondsSinceLastPart > silenceTimeoutSeconds
    )
      return;
    await wait(scope);
  }
};

/** Retries while the connection reconnects, or moves to another node. */
const read = async (connection: Connection, scope: Scope, messages: string[]): Promise<InboundMessage[]> => {
  for (;;) {
    scope.signal.throwIfAborted();
    try {
      const imported = (await request(connection, scope, {
        do: 'read-history',
        messages,
      })) as InboundMessage[];
      // Another node serialises dates as text.
      return imported.map((message) => ({ ...message, sentAt: new Date(message.sentAt) }));
    } catch (error) {
      if (failureOf(error) !== 'disconnected') throw error;
      // The history of a connection that was unlinked in between is deleted.
      if ((await (await ConnectionStore.open(scope, connection.id)).countHistory()) === 0) return [];
      await wait(scope);
    }
  }
};

/** Imports the history from before the device was linked, as its phone sent it. Imported messages are deleted here. */
export async function* importHistory(connection: Connection, scope: Scope): AsyncIterable<HistoryBatch> {
  const store = await ConnectionStore.open(scope, connection.id);
  await waitForHistory(store, scope);
  const total = await store.countHistory();
  for (;;) {
    const waiting = await store.oldestHistory(batchSize);
    if (waiting.length === 0) return;
    const values = waiting.map(({ encoded }) => encoded);
    yield { messages: await read(connection, scope, values), total };
    await store.deleteHistory(waiting.map(({ digest }) => digest));
  }
}
