import { useQueryClient } from '@tanstack/react-query';
import { useRoom } from '@balcao/sdk/client';
import { connectionsRoom } from '../contract.ts';
import { withLive, type ConnectionRow, type LiveConnection } from './connection-row.ts';
import { connectionsKey, refetchConnections } from './useConnections.ts';

/** Updates the list of connections live, for the page, the badge and the notice. Renders nothing. */
export default function LiveConnections() {
  const queries = useQueryClient();
  useRoom(
    connectionsRoom,
    {},
    {
      update: ({ connection }: { connection: LiveConnection }) => {
        const known = queries.getQueryData<ConnectionRow[]>(connectionsKey);
        const next = known && withLive(known, connection);
        if (next) queries.setQueryData(connectionsKey, next);
        else void refetchConnections(queries);
      },
      delete: ({ connectionId }: { connectionId: number }) => {
        queries.setQueryData<ConnectionRow[]>(connectionsKey, (known) =>
          known?.filter(({ id }) => id !== connectionId),
        );
        // Another connection may have become the default.
        void refetchConnections(queries);
      },
    },
    { queryKeys: [connectionsKey] },
  );
  return null;
}
