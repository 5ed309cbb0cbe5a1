import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import type { OutsideEntry } from '@balcao/agenda/contract';
import type { Field, LossKind } from '../../contract.ts';

export interface NewLoss {
  entryId: number;
  kind: LossKind;
  field: Field | null;
  value: Partial<OutsideEntry> | null;
}

/** Keeps what lost, and tells the person once for all of it. Call it inside `tx`. */
export const storeLosses = async (scope: Scope, userId: number, losses: readonly NewLoss[]): Promise<void> => {
  if (losses.length === 0) return;
  const rows = await scope.sql.rows<{ id: number }>(
    sql`insert into google_calendar.loss (user_id, entry_id, contact_id, kind, field, value)
        select ${userId}, x."entryId", e.contact_id, x.kind, x.field, x.value
          from jsonb_to_recordset(${JSON.stringify(losses)}::jsonb) as x ("entryId" int, kind text, field text, value jsonb)
          join agenda.public_entry e on e.id = x."entryId" returning id`,
  );
  await scope.find(notifications)?.notify([userId], {
    id: `google-calendar:loss:${rows.at(-1)?.id ?? 0}`,
    kind: 'google-calendar.calendar',
    title: scope.t('notice.lossTitle'),
    body: scope.t(losses.length === 1 ? 'notice.loss' : 'notice.losses', { count: losses.length }),
    path: '/schedules',
    tag: 'google-calendar:loss',
  });
};

/** SQL: the losses of a person's entries that are still there and still theirs. */
export const restorable = (userId: number): Sql =>
  sql`google_calendar.loss l join agenda.public_entry e on e.id = l.entry_id
       where l.user_id = ${userId} and e.user_id = ${userId} and e.deleted_at is null`;

/** Nobody restores anything so old. */
export const deleteOldLosses = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`delete from google_calendar.loss where created_at < now() - interval '30 days'`);
