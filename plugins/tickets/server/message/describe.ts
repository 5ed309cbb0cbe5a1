import { sql, type Scope } from '@balcao/sdk/server';
import { ticketRoom } from '../../contract.ts';
import { maskedLive } from '../reader.ts';
import { messageById } from './read-messages.ts';

/** Longer texts are cut: a search reads all of a message. */
const maxLength = 50_000;

/** Stores a text for the content of a message, and shows it where the conversation is open. */
export const describeMessage = async (scope: Scope, messageId: number, summary: string | null): Promise<boolean> => {
  const text = summary?.replaceAll('\0', '').trim().slice(0, maxLength) || null;
  const row = await scope.sql.one<{ uuid: string }>(
    sql`update tickets.message m set summary = ${text} from tickets.ticket t
         where m.id = ${messageId} and not m.is_deleted and t.company_id = m.company_id and t.id = m.ticket_id
        returning t.uuid`,
  );
  if (!row) return false;
  const message = await messageById(scope, messageId, maskedLive(scope));
  scope.rooms.emit(ticketRoom, { uuid: row.uuid }, 'message', { action: 'update', message });
  return true;
};
