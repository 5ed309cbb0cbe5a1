import { isWithin, sql, type Scope, type WeeklyHours } from '@balcao/sdk/server';
import { companyHours } from '@balcao/companies/contract';
import { connections } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';
import { sendAutomatic } from './send-automatic.ts';
import type { RoutingState } from './routing-state.ts';

interface Hours {
  week: WeeklyHours;
  message: string;
}

type Where = Pick<RoutingState, 'queueId' | 'whatsappId'>;

/** Whose hours count, by the company's setting; undefined: nobody's. */
const hoursOf = async (scope: Scope, { queueId, whatsappId }: Where): Promise<Hours | undefined> => {
  const type = scope.settings.get('scheduleType');
  if (type === 'queue') {
    const queue = queueId === null ? undefined : await scope.use(queues).find(queueId);
    return queue && { week: queue.schedules, message: queue.outOfHoursMessage };
  }
  if (type !== 'company' && type !== 'connection') return undefined;
  const connection = whatsappId === null ? undefined : await scope.use(connections).find(whatsappId);
  if (!connection) return undefined;
  const week = type === 'connection' ? connection.schedules : await scope.find(companyHours)?.find();
  return { week: week ?? [], message: connection.outOfHoursMessage };
};

/** Whether there is anything to say to who writes out of hours. */
export const answersOutOfHours = async (scope: Scope, where: Where): Promise<boolean> =>
  ((await hoursOf(scope, where))?.message.trim() ?? '') !== '';

const everyDay = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** On a holiday its own hours count, whosever the usual ones are; without any it is closed. */
const isOpen = async (scope: Scope, week: WeeklyHours, at: Date): Promise<boolean> => {
  const holiday = await scope.find(companyHours)?.holidayAt(at);
  if (!holiday) return isWithin(week, at, scope.company.timeZone);
  const { startTime, endTime } = holiday;
  return isWithin(
    everyDay.map((weekdayEn) => ({ weekdayEn, startTime, endTime })),
    at,
    scope.company.timeZone,
  );
};

/**
 * Says that nobody is at work, at most once an hour for a ticket. True while it is so, and then nothing else answers;
 * a company that has nothing to say out of hours leaves it to the menu.
 */
export const saysClosed = async (scope: Scope, standing: RoutingState): Promise<boolean> => {
  const hours = await hoursOf(scope, standing);
  if (!hours || hours.message.trim() === '') return false;
  if (await isOpen(scope, hours.week, standing.now)) return false;
  const { ticketId, messageId } = standing;
  await scope.tx(async (inner) => {
    const isWaiting = await inner.sql.one(
      sql`select 1 from tickets.ticket where id = ${ticketId} and status = 'pending' for update`,
    );
    if (!isWaiting) return;
    const isDue = await inner.sql.run(
      sql`insert into tickets.automatic as a (ticket_id, out_of_hours_at) values (${ticketId}, now())
          on conflict (company_id, ticket_id) do update set out_of_hours_at = now()
           where a.out_of_hours_at is null or a.out_of_hours_at <= now() - interval '1 hour'`,
    );
    if (isDue > 0) await sendAutomatic(inner, ticketId, `hours:${messageId}`, hours.message);
  });
  return true;
};
