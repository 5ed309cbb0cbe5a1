import { isOpenAt, sql, type Scope, type WeeklyHours } from '@balcao/sdk/server';
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

/** Returns the hours that apply by the company's setting; undefined: none. */
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

/** True when there is an out-of-hours text. */
export const hasOutOfHoursText = async (scope: Scope, where: Where): Promise<boolean> =>
  ((await hoursOf(scope, where))?.message.trim() ?? '') !== '';

/** The hours of a holiday replace the usual ones; without any the company is closed. */
export const isOpen = (scope: Scope, week: WeeklyHours, at: Date): Promise<boolean> =>
  isOpenAt(week, at, scope.company.timeZone, async (moment) => scope.find(companyHours)?.holidayAt(moment));

/** True when the company attends now by the hours that apply; without hours it always does. */
export const isOpenNow = async (scope: Scope, where: Where): Promise<boolean> => {
  const hours = await hoursOf(scope, where);
  return !hours || hours.week.length === 0 || isOpen(scope, hours.week, new Date());
};

/**
 * Sends the out-of-hours text, at most once an hour per conversation. Returns true while closed, and then no other rule
 * answers; without such a text it returns false.
 */
export const sendOutOfHours = async (scope: Scope, state: RoutingState): Promise<boolean> => {
  const hours = await hoursOf(scope, state);
  if (!hours || hours.message.trim() === '') return false;
  if (await isOpen(scope, hours.week, state.now)) return false;
  const { ticketId, messageId } = state;
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
