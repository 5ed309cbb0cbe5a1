import { AppError, notFound } from '@balcao/sdk/server';
import type { ContactSource } from '@balcao/contacts/contract';
import { connections } from '../contract.ts';

/** The address books of connected phones, for the import of contacts. */
export const addressBooks: ContactSource = {
  id: 'connections',
  async listAddressBooks(scope) {
    const service = scope.use(connections);
    return (await service.list())
      .filter((connection) => service.adapter(connection)?.capabilities.contacts === true)
      .map(({ id, name, status }) => ({
        id,
        name,
        ...(status !== 'CONNECTED' && { trouble: 'ERR_WAPP_NOT_INITIALIZED' }),
      }));
  },
  async *read(bookId, scope) {
    const service = scope.use(connections);
    const connection = await service.find(bookId);
    if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
    const people = service.adapter(connection)?.contacts?.(connection, scope);
    if (!people || connection.status !== 'CONNECTED') throw new AppError(409, 'ERR_WAPP_NOT_INITIALIZED');
    yield* people;
  },
};
