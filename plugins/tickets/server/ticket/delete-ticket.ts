import { conflict, sql, type Scope } from '@balcao/sdk/server';
import { publishDeleted } from '../live/publish-ticket.ts';
import type { SignedIn } from '../reader.ts';
import { assertMayOpen, ticketById } from './find-ticket.ts';
import { releaseShared, ownFiles, sharedFiles } from './own-files.ts';
import { emitChange } from './record.ts';

const isReference = (error: unknown): boolean =>
  (error as { code?: unknown }).code === '23503' || (error as { cause?: { code?: unknown } }).cause?.code === '23503';

/** Files are removed last: an orphaned file is better than a message without its file. */
const removeFiles = async (scope: Scope, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await scope.storage
      .remove(path)
      .catch((err: unknown) => scope.log.warn({ err, path }, 'removing a file of a deleted ticket failed'));
  }
};

export const deleteTicket = async (scope: SignedIn, id: number): Promise<void> => {
  const ticket = await ticketById(scope, id);
  assertMayOpen(scope, ticket);
  try {
    const files = await scope.tx(async (inner) => {
      const [found, shared] = [await ownFiles(inner, [id]), await sharedFiles(inner, [id])];
      const { status, userId, queueId } = ticket;
      await emitChange(inner, 'delete', { id, status, userId, queueId });
      await inner.sql.run(sql`delete from tickets.ticket where id = ${id}`);
      publishDeleted(inner, id, ticket.uuid, ticket);
      return [...found, ...(await releaseShared(inner, shared))];
    });
    await removeFiles(scope, files);
  } catch (error) {
    if (isReference(error)) throw conflict('ERR_TICKET_IN_USE');
    throw error;
  }
};
