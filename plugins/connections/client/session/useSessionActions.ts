import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, useToasts } from '@balcao/sdk/client';
import type { ConnectionRow } from '../connection-row.ts';
import { putConnection } from '../useConnections.ts';

export interface SessionActions {
  /** The connection that is being worked on from here. */
  busyId: number | undefined;
  /** Tries again with the pairing at hand. */
  retry(connection: ConnectionRow): Promise<ConnectionRow | undefined>;
  /** Asks for a new code to scan. */
  renew(connection: ConnectionRow): Promise<ConnectionRow | undefined>;
}

const path = ({ id }: ConnectionRow): string => `/whatsappsession/${id}`;

/** Ends a connection's session; throws what the server refused. */
export const endSession = (connection: ConnectionRow): Promise<ConnectionRow> => api.delete(path(connection));

/** Starting a session, one at a time, with failures told. */
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
      putConnection(queries, next);
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
