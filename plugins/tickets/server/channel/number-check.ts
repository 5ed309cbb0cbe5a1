import { connections } from '@balcao/connections/contract';
import type { NumberCheck } from '@balcao/contacts/contract';

/** Looks a number up on the connection that new conversations would use. */
export const checkOnChannel: NumberCheck = {
  id: 'tickets',
  async check(number, scope) {
    const service = scope.use(connections);
    const connection = await service.preferred();
    const adapter = connection?.status === 'CONNECTED' ? service.adapter(connection) : undefined;
    return connection && (await adapter?.checkNumber?.(number, connection, scope));
  },
};
