import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, useToasts } from '@balcao/sdk/client';
import type { ConnectionRow } from '../connection-row.ts';
import { putConnection } from '../useConnections.ts';

export interface SessionActions {
  /** The connection with an action in progress. */
  busyId: number | undefined;
  /** Retries with the existing pairing. */
  retry(connection: ConnectionRow): Promise<ConnectionRow | undefined>;
  /** Requests a new code to scan. */
  renew(connection: ConnectionRow): Promise<ConnectionRow | undefined>;
}

const path = ({ id }: ConnectionRow): string => `/whatsappsession/${id}`;

/** Ends a connection’s session. Throws the server’s error. */
export const endSession = (connection: ConnectionRow): Promise<ConnectionRow> => api.delete(path(connection));

/** Starts sessions, one at a time, and displays failures. */
export function useSessionActions(): SessionActions {
  const queries = useQueryClient();
  const toasts = useToasts();
  const [busyId, setBusyId] = useState<number>();
  const run = async (
    connection: ConnectionRow,
    call: () => Promise<ConnectionRow>,
  ): Promise<ConnectionRow | undefined> => {
    setBusyId(connection.id);
    try {
      const next = await call();
      await putConnection(queries, next);
      return next;
    } catch (error) {
      toasts.error(error);
      return undefined;
    } finally {
      setBusyId(undefined);
    }
  };
  return {
    busyId,
    retry: (connection) => run(connection, () => api.post<ConnectionRow>(path(connection))),
    renew: (connection) => run(connection, () => api.put<ConnectionRow>(path(connection))),
  };
}
