import { notFound, sql, type Scope } from '@balcao/sdk/server';

export interface StoredNote {
  id: number;
  ticketId: number;
  body: string;
  author: string | null;
  createdAt: Date;
  done: boolean;
}

const select = sql`select n.id, n.ticket_id as "ticketId", n.body, u.name as author, n.created_at as "createdAt",
    n.done_at is not null as done
  from example_notes.note n left join kernel."user" u on u.company_id = n.company_id and u.id = n.author_id`;

/** Returns the company's newest notes. The database shows a company only its own rows. */
export const newestNotes = (scope: Scope): Promise<StoredNote[]> =>
  scope.sql.rows<StoredNote>(sql`${select} order by n.id desc limit 200`);

export const notesOf = (scope: Scope, ticketId: number): Promise<StoredNote[]> =>
  scope.sql.rows<StoredNote>(sql`${select} where n.ticket_id = ${ticketId} order by n.id desc limit 200`);

/** Returns a note; throws ERR_NO_NOTE_FOUND (404) if the company has no such note. */
export const noteById = async (scope: Scope, id: number): Promise<StoredNote> => {
  const note = await scope.sql.one<StoredNote>(sql`${select} where n.id = ${id}`);
  if (!note) throw notFound('ERR_NO_NOTE_FOUND');
  return note;
};

export const addNote = async (scope: Scope, ticketId: number, body: string): Promise<StoredNote> => {
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into example_notes.note (ticket_id, body, author_id)
        values (${ticketId}, ${body}, ${scope.user?.id ?? null}) returning id`,
  );
  return noteById(scope, made?.id ?? 0);
};

export const setDone = async (scope: Scope, id: number, done: boolean): Promise<StoredNote> => {
  await scope.sql.run(
    sql`update example_notes.note set done_at = case when ${done}::boolean then coalesce(done_at, now()) end where id = ${id}`,
  );
  return noteById(scope, id);
};
