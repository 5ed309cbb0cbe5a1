import { sql, type Scope } from '@balcao/sdk/server';
import type { ConnectionStatus } from '@balcao/connections/contract';

/** Notes when a device was paired anew: the daily limits of a young pairing begin again. */
export const notePairing = async (scope: Scope, connectionId: number, status: ConnectionStatus): Promise<void> => {
  if (status === 'qrcode' || status === 'PAIRING')
    await scope.sql.run(
      sql`insert into campaigns.pace (connection_id, is_pairing)
          select ${connectionId}, true where exists (select 1 from connections.public_connection where id = ${connectionId})
          on conflict (company_id, connection_id) do update set is_pairing = true where not pace.is_pairing`,
    );
  else if (status === 'CONNECTED')
    await scope.sql.run(
      sql`update campaigns.pace set is_pairing = false, paired_at = now() where connection_id = ${connectionId} and is_pairing`,
    );
};

/** Days since the device of a connection was paired. */
export const pairingAge = async (scope: Scope, connectionId: number): Promise<number> => {
  const row = await scope.sql.one<{ days: number }>(
    sql`select extract(epoch from now() - coalesce(p.paired_at, k.created_at))::float8 / 86400 as days
          from connections.public_connection k
          left join campaigns.pace p on p.company_id = k.company_id and p.connection_id = k.id where k.id = ${connectionId}`,
  );
  return row?.days ?? 0;
};
