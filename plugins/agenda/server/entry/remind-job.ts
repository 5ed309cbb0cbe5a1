import { sql, z, type Host } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { remindEntry } from '../../contract.ts';
import type manifest from '../../manifest.ts';

export const remindJob = (host: Host<typeof manifest>): void => {
  host.job(remindEntry, {
    data: z.object({ entryId: z.number(), minutes: z.number(), at: z.string() }),
    async handle({ entryId, minutes, at }, scope) {
      const entry = await scope.sql.one<{
        title: string;
        userId: number;
        at: Date;
        allDay: boolean;
        reminders: number[];
      }>(
        sql`select title, user_id as "userId", starts_at as at, all_day as "allDay", reminders from agenda.entry
             where id = ${entryId} and deleted_at is null`,
      );
      // It was moved meanwhile, and has reminders of its new time; or it has begun while the system was down.
      if (!entry || entry.at.toISOString() !== at || !entry.reminders.includes(minutes)) return;
      if (entry.at.getTime() < Date.now() - 300_000) return;
      const when = new Intl.DateTimeFormat(scope.language, {
        timeZone: scope.company.timeZone,
        day: '2-digit',
        month: '2-digit',
        ...(entry.allDay ? {} : { hour: '2-digit', minute: '2-digit' }),
      }).format(entry.at);
      await scope.find(notifications)?.notify([entry.userId], {
        id: `agenda:${entryId}:${entry.at.getTime()}:${minutes}`,
        kind: 'agenda.reminder',
        title: entry.title,
        body: scope.t('server.reminder', { when }),
        path: '/schedules',
        tag: `agenda:${entryId}`,
      });
    },
  });
};
