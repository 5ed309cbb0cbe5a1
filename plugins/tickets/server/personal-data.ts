import { conflict, sql, type Scope } from '@balcao/sdk/server';
import type { Erased, PersonalData } from '@balcao/contacts/contract';
import { releaseShared, ownFiles, sharedFiles } from './ticket/own-files.ts';

const batch = 500;

/**
 * Empties conversations: texts, authors and files are deleted; that messages were sent, when, and how the conversation
 * ended stay.
 */
const empty = async (ids: readonly number[], scope: Scope): Promise<Erased> => {
  if (ids.length === 0) return { count: 0, files: [] };
  const [files, shared] = [await ownFiles(scope, ids), await sharedFiles(scope, ids)];
  await scope.sql.run(
    sql`update tickets.message set body = '', subject = null, participant = null, data = null, context = null, referral = null, reactions = '{}', undo = '{}', choice = null,
          menu = null, template = null, external_id = null, failure_reason = null, media_path = null, media_name = null, media_mime = null,
          media_size = null, media_type = null, files = null, shares_file = false, is_deleted = true, summary = null
        where ticket_id = any(${ids}::int[])`,
  );
  await scope.sql.run(
    sql`update tickets.log set data = null where ticket_id = any(${ids}::int[]) and data is not null`,
  );
  await scope.sql.run(
    sql`with gone as (delete from tickets.note where ticket_id = any(${ids}::int[]) returning *)
        select kernel.emit('tickets.note.changed', 'ticket:' || n.ticket_id, jsonb_build_object('ticketId', n.ticket_id,
          'noteId', n.id, 'change', 'removed', 'valueCents', n.value_cents, 'userId', n.user_id, 'by', null,
          'at', tickets.iso(clock_timestamp()))) from gone n`,
  );
  await scope.sql.run(
    sql`update tickets.ticket set last_message = '', last_message_type = 'text', erased_at = clock_timestamp()
         where id = any(${ids}::int[])`,
  );
  return { count: ids.length, files: [...files, ...(await releaseShared(scope, shared))] };
};

/** Personal data of a contact: the messages and the notes about them. */
export const conversations: PersonalData = {
  id: 'tickets',
  async *collect(contactId, scope) {
    const tickets = await scope.sql.rows<{ id: number }>(
      sql`select t.id, t.uuid, t.status, t.channel, t.created_at, t.closed_at, q.name as queue, u.name as attendant
            from tickets.ticket t left join queues.public_queue q on q.id = t.queue_id left join kernel."user" u on u.id = t.user_id
           where t.contact_id = ${contactId} order by t.id`,
    );
    for (const row of tickets) yield { kind: 'ticket', row };
    let after = 0;
    for (;;) {
      scope.signal.throwIfAborted();
      // Internal notes are the company's own, and personal data of the contact all the same.
      const rows = await scope.sql.rows<{ id: number }>(
        sql`select m.id, m.ticket_id as "ticketId", m.sent_at as "sentAt", m.from_me as "fromMe", m.subject, m.body, m.summary, m.media_name as "mediaName",
                   m.media_path as "mediaPath", m.files, m.only_internal as "onlyInternal", m.is_deleted as "isDeleted", m.data, m.context, m.referral
              from tickets.message m join tickets.ticket t on t.id = m.ticket_id
             where t.contact_id = ${contactId} and m.id > ${after} order by m.id limit ${batch}`,
      );
      for (const row of rows) yield { kind: 'message', row };
      if (rows.length < batch) break;
      after = rows.at(-1)?.id ?? after;
    }
    for (const [kind, query] of [
      [
        'note',
        sql`select n.ticket_id as "ticketId", n.note, n.created_at as "createdAt" from tickets.note n
                     join tickets.ticket t on t.id = n.ticket_id where t.contact_id = ${contactId} order by n.id`,
      ],
      [
        'rating',
        sql`select r.ticket_id as "ticketId", r.rate, r.at from tickets.rating r
                       join tickets.ticket t on t.id = r.ticket_id where t.contact_id = ${contactId} and r.rate is not null order by r.id`,
      ],
    ] as const)
      for (const row of await scope.sql.rows<object>(query)) yield { kind, row };
    for (const { path, name } of await scope.sql.rows<{ path: string; name: string }>(
      sql`select m.media_path as path, m.id || '-' || coalesce(m.media_name, 'arquivo') as name
            from tickets.message m join tickets.ticket t on t.id = m.ticket_id
           where t.contact_id = ${contactId} and m.media_path is not null
          union all
          select f ->> 'path', m.id || '-' || (place + 1) || '-' || (f ->> 'name')
            from tickets.message m join tickets.ticket t on t.id = m.ticket_id,
                 jsonb_array_elements(m.files) with ordinality x (f, place)
           where t.contact_id = ${contactId} and m.files is not null`,
    ))
      yield { path, name };
  },
  async erase(contactId, scope) {
    const rows = await scope.sql.rows<{ id: number; status: string }>(
      sql`select id, status from tickets.ticket where contact_id = ${contactId} for update`,
    );
    // Running conversations cannot be erased: new messages would be added at once.
    if (rows.some(({ status }) => status === 'open' || status === 'pending')) throw conflict('ERR_ERASE_RUNNING');
    return empty(
      rows.map(({ id }) => id),
      scope,
    );
  },
  async countBefore(day, scope) {
    const row = await scope.sql.one<{ count: number }>(
      sql`select count(*)::int as count from tickets.ticket where status = 'closed' and closed_at < ${day}::timestamptz
             and (erased_at is null or erased_at < closed_at)`,
    );
    return row?.count ?? 0;
  },
  async eraseBefore(day, max, scope) {
    const rows = await scope.sql.rows<{ id: number }>(
      sql`select id from tickets.ticket where status = 'closed' and closed_at < ${day}::timestamptz
             and (erased_at is null or erased_at < closed_at) order by closed_at limit ${max} for update skip locked`,
    );
    return empty(
      rows.map(({ id }) => id),
      scope,
    );
  },
};
