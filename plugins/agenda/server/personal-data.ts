import { sql, type Scope } from '@balcao/sdk/server';
import type { ConnectionDependents } from '@balcao/connections/contract';
import type { ContactMove, PersonalData } from '@balcao/contacts/contract';
import { announceEntry } from './entry/save-entry.ts';
import { announceMessage } from './message/changed.ts';
import { scheduleColumns, type Schedule } from './message/message-view.ts';
import { writeNext } from './series/series.ts';

/** Messages that were or will be sent to a person, and entries about them. An erasure cancels what is still to be sent. */
export const agendaOfPerson: PersonalData = {
  id: 'agenda',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select body, send_at as "sendAt", sent_at as "sentAt", status from agenda.schedule where contact_id = ${contactId} order by id`,
    ))
      yield { kind: 'scheduled-message', row };
    for (const row of await scope.sql.rows<object>(
      sql`select title, description, starts_at as "date", ends_at as "dateEnd" from agenda.entry where contact_id = ${contactId} order by id`,
    ))
      yield { kind: 'appointment', row };
  },
  async erase(contactId, scope) {
    const files = await scope.sql.rows<{ path: string }>(
      sql`select x.media_path as path from (
            select media_path from agenda.schedule where contact_id = ${contactId}
            union select media_path from agenda.series where contact_id = ${contactId}) x
           where x.media_path is not null
             and not exists (select 1 from agenda.schedule o where o.media_path = x.media_path and o.contact_id <> ${contactId})
             and not exists (select 1 from agenda.series o where o.media_path = x.media_path and o.contact_id <> ${contactId} and not o.is_ended)`,
    );
    const messages = await scope.sql.rows<Schedule>(
      sql`update agenda.schedule s
             set body = '', template = null, media_path = null, media_name = null, media_mime = null, media_size = null, contact_id = null,
                 status = case when status in ('PENDENTE', 'ENVIANDO', 'ERRO') then 'CANCELADA' else status end,
                 version = version + 1, updated_at = now()
           where contact_id = ${contactId} returning ${scheduleColumns}`,
    );
    await scope.sql.run(
      sql`update agenda.series
             set is_ended = true, content = content || '{"body": "", "template": null}', contact_id = null,
                 media_path = null, media_name = null, media_mime = null, media_size = null
           where contact_id = ${contactId}`,
    );
    for (const message of messages) {
      await announceMessage(scope, message.userId, message.id);
      // One message of a series for somebody else was given to this person: the series goes on.
      await writeNext(scope, message);
    }
    const entries = await scope.sql.rows<{ id: number; userId: number }>(
      sql`update agenda.entry set title = '-', description = '', contact_id = null, version = version + 1, updated_at = now()
           where contact_id = ${contactId} returning id, user_id as "userId"`,
    );
    // Calendars outside have copies.
    for (const { id, userId } of entries) await announceEntry(scope, id, [userId]);
    return { count: messages.length + entries.length, files: files.map(({ path }) => path) };
  },
};

/** Messages and entries of a contact that was merged into another. */
export const agendaMove: ContactMove = {
  id: 'agenda',
  async move({ from, to }, scope: Scope) {
    await scope.sql.run(sql`update agenda.schedule set contact_id = ${to} where contact_id = ${from}`);
    await scope.sql.run(sql`update agenda.series set contact_id = ${to} where contact_id = ${from}`);
    await scope.sql.run(sql`update agenda.entry set contact_id = ${to} where contact_id = ${from}`);
  },
};

/** Told before a connection is deleted. */
export const messagesOfConnection: ConnectionDependents = {
  id: 'agenda',
  async describe(connectionId, scope) {
    const row = await scope.sql.one<{ count: number }>(
      sql`select count(*)::int as count from agenda.schedule where connection_id = ${connectionId} and status = 'PENDENTE'`,
    );
    const count = row?.count ?? 0;
    return count === 0 ? undefined : scope.t(count === 1 ? 'server.dependent' : 'server.dependents', { count });
  },
};
