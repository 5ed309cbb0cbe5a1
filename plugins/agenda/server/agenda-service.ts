import { invalid, sql, type Scope } from '@balcao/sdk/server';
import type { Agenda } from '../contract.ts';
import { busyTimes } from './entry/calendar.ts';
import { assertEntryReferences, completed } from './entry/entry-form.ts';
import { insertEntry } from './entry/save-entry.ts';
import { announceMessage } from './message/changed.ts';
import { assertReferences, type ScheduleFields } from './message/message-form.ts';
import { insertSchedule } from './message/save-message.ts';

/** Schedules for other plugins: their scope decides nothing about people, so nothing of permissions is asked here. */
export const agendaService = (scope: Scope): Agenda => ({
  async schedule({ contactId, body, sendAt, userId, connectionId = null, template = null }) {
    if (body.trim().length < 5 || body.length > 4096) throw invalid({ body: 'Mensagem muito curta' });
    const form: ScheduleFields = {
      body: body.trim(),
      contactId,
      sendAt,
      userId: userId ?? scope.user?.id ?? null,
      whatsappId: connectionId,
      template,
      opensWithAuthor: false,
    };
    await assertReferences(scope, form);
    return { id: (await insertSchedule(scope, form)) ?? 0 };
  },
  cancel: (id) =>
    scope.tx(async (inner) => {
      const row = await inner.sql.one<{ userId: number | null }>(
        sql`delete from agenda.schedule where id = ${id} and status = 'PENDENTE' returning user_id as "userId"`,
      );
      if (row) await announceMessage(inner, row.userId, id, 'delete');
      return row !== undefined;
    }),
  async addEntry(entry) {
    if (entry.title.trim().length < 5) throw invalid({ title: 'Mensagem muito curta' });
    const { reminders, dateEnd, ...rest } = entry;
    const form = completed(scope, {
      ...rest,
      title: entry.title.trim().slice(0, 200),
      ...(dateEnd && { dateEnd }),
      ...(reminders && { reminders: [...reminders] }),
    });
    await assertEntryReferences(scope, form);
    return { id: await insertEntry(scope, form) };
  },
  busy: (userIds, from, until) => busyTimes(scope, { from, until, userIds }),
});
