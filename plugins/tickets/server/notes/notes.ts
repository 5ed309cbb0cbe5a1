import { forbidden, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import { noteChanged, ticketRoom } from '../../contract.ts';
import type { SignedIn } from '../reader.ts';
import { assertMayOpen, ticketById, type TicketRow } from '../ticket/find-ticket.ts';
import type { NewNote, Note } from './note-form.ts';

const columns = sql`n.id, n.note, n.value_cents / 100.0::float8 as "processValue", n.created_at as "createdAt",
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user`;
const authors = sql`left join kernel."user" u on u.company_id = n.company_id and u.id = n.user_id`;

/** Returns the conversation if the reader may open it; a contact id that is not its own is refused. */
const conversation = async (
  scope: SignedIn,
  ticketId: number,
  contactId: number | null | undefined,
): Promise<TicketRow> => {
  const ticket = await ticketById(scope, ticketId);
  assertMayOpen(scope, ticket);
  if (contactId != null && contactId !== ticket.contactId) throw invalid({ contactId: 'ERR_NO_CONTACT_FOUND' });
  return ticket;
};

interface Changed {
  noteId: number;
  change: 'added' | 'removed';
  valueCents: number;
  userId: number | null;
}

/** Publishes to everybody who has the conversation on the screen, and to other plugins. */
const publishNotes = async (scope: Scope, by: number, { id, uuid }: TicketRow, changed: Changed): Promise<void> => {
  await scope.emit(noteChanged, `ticket:${id}`, { ticketId: id, ...changed, by, at: new Date().toISOString() });
  scope.rooms.emit(ticketRoom, { uuid }, 'notes', {});
};

export const notesOf = async (scope: SignedIn, ticketId: number, contactId?: number): Promise<Note[]> => {
  await conversation(scope, ticketId, contactId);
  return scope.sql.rows<Note>(
    sql`select ${columns} from tickets.note n ${authors} where n.ticket_id = ${ticketId} order by n.id desc`,
  );
};

export const addNote = async (scope: SignedIn, input: NewNote): Promise<Note> => {
  const ticket = await conversation(scope, input.ticketId, input.contactId);
  const { id: userId } = scope.user;
  return scope.tx(async (inner) => {
    const note = await inner.sql.one<Note>(
      sql`with n as (
            insert into tickets.note (ticket_id, user_id, note, value_cents)
            values (${ticket.id}, ${userId}, ${input.note}, ${input.processValue}) returning *)
          select ${columns} from n ${authors}`,
    );
    if (!note) throw new Error('the note was not stored');
    const changed: Changed = { noteId: note.id, change: 'added', valueCents: input.processValue, userId };
    await publishNotes(inner, userId, ticket, changed);
    return note;
  });
};

/** Deletes a note: one's own, or any for profiles above `user`; not a colleague's. */
export const deleteNote = async (scope: SignedIn, id: number): Promise<void> => {
  const note = await scope.sql.one<{ ticketId: number; userId: number | null }>(
    sql`select ticket_id as "ticketId", user_id as "userId" from tickets.note where id = ${id}`,
  );
  if (!note) throw notFound('ERR_NO_NOTE_FOUND');
  const ticket = await ticketById(scope, note.ticketId);
  assertMayOpen(scope, ticket);
  if (note.userId !== scope.user.id && scope.user.profile === 'user') throw forbidden();
  await scope.tx(async (inner) => {
    const removed = await inner.sql.one<{ valueCents: number }>(
      sql`delete from tickets.note where id = ${id} returning value_cents as "valueCents"`,
    );
    if (!removed) throw notFound('ERR_NO_NOTE_FOUND');
    const { valueCents } = removed;
    await publishNotes(inner, scope.user.id, ticket, {
      noteId: id,
      change: 'removed',
      valueCents,
      userId: note.userId,
    });
  });
};
