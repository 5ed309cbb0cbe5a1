import type { PoolClient } from 'pg';
import type { EventRef } from '@balcao/sdk/server';

/** Messages between the nodes of one installation (PostgreSQL's LISTEN and NOTIFY). */
export interface Signals {
  /**
   * Listens to a channel. `onReconnect` runs when messages may have been missed. The returned function stops
   * listening.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    options: { onReconnect(): void },
  ): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
}

/** Stores an event of one company; with a client, in that client's transaction. */
export type Emit = <T extends object>(
  companyId: number,
  event: EventRef<T>,
  key: string,
  payload: T,
  client?: PoolClient,
) => Promise<void>;
