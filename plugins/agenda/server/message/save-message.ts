import { sql, type Scope } from '@balcao/sdk/server';
import { sendSchedule } from '../../contract.ts';
import { announceMessage } from './changed.ts';
import type { ScheduleFields } from './message-form.ts';
import type { MessageFile, Schedule } from './message-view.ts';

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Schedules the job of a message; the one it had at another time is replaced. */
export const arm = (scope: Scope, id: number, sendAt: Date): Promise<void> =>
  scope.jobs.schedule(sendSchedule, { scheduleId: id }, { key: String(id), at: sendAt });

/** Stores a new message. Call it inside `tx`. */
export const insertSchedule = async (
  scope: Scope,
  form: ScheduleFields,
  more: {
    ticketId?: number | null;
    seriesId?: number | null;
    originalAt?: Date | null;
    file?: MessageFile;
  } = {},
): Promise<number | undefined> => {
  const { file } = more;
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into agenda.schedule (body, contact_id, user_id, connection_id, ticket_id, send_at, template, opens_with_author,
               series_id, original_at, media_path, media_name, media_mime, media_size)
        values (${form.body}, ${form.contactId}, ${form.userId}, ${form.whatsappId}, ${more.ticketId ?? null}, ${form.sendAt},
                ${json(form.template)}::jsonb, ${form.opensWithAuthor}, ${more.seriesId ?? null}, ${more.originalAt ?? null}::timestamptz,
                ${file?.mediaPath ?? null}, ${file?.mediaName ?? null}, ${file?.mediaMime ?? null}, ${file?.mediaSize ?? null})
        on conflict (company_id, series_id, original_at) do nothing returning id`,
  );
  if (!made) return undefined;
  await arm(scope, made.id, form.sendAt);
  await announceMessage(scope, form.userId, made.id);
  return made.id;
};

/**
 * Changes a message that waits, or one that failed, which then waits again. The conversation of another contact is not that
 * of the message. Call it inside `tx`, with its row locked.
 */
export const updateSchedule = async (scope: Scope, before: Schedule, form: ScheduleFields): Promise<void> => {
  await scope.sql.run(
    sql`update agenda.schedule
           set body = ${form.body}, contact_id = ${form.contactId}, user_id = ${form.userId}, connection_id = ${form.whatsappId},
               ticket_id = case when contact_id = ${form.contactId} then ticket_id end,
               send_at = ${form.sendAt}, template = ${json(form.template)}::jsonb, opens_with_author = ${form.opensWithAuthor},
               status = 'PENDENTE', error = null, message_id = null, sent_at = null, late_minutes = null,
               attempt = attempt + case when status = 'ERRO' then 1 else 0 end,
               version = version + 1, updated_at = now()
         where id = ${before.id}`,
  );
  await arm(scope, before.id, form.sendAt);
  await announceMessage(scope, before.userId, before.id);
  if (form.userId !== before.userId) await announceMessage(scope, form.userId, before.id);
};
