import { addDays, localDate, localTime, secondsWithin, sql, type Scope, type WeeklyHours } from '@balcao/sdk/server';
import { companyHours } from '@balcao/companies/contract';
import { connections } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';

interface Span {
  ticketId: number;
  no: number;
  queueId: number | null;
  connectionId: number | null;
  openedAt: Date;
  acceptedAt: Date | null;
  firstReplyAt: Date | null;
  waitS: number | null;
  replyS: number | null;
}

/** Longer waits are the customer's silence; the hours of a year of days would only cost time. */
const maxDays = 400;

/** Reads the hours and holidays of a company once for many attendances. */
class OpeningHours {
  readonly #scope: Scope;
  readonly #weeks = new Map<string, WeeklyHours>();
  readonly #holidays = new Map<string, { startTime: string; endTime: string } | undefined>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async #week({ queueId, connectionId }: Pick<Span, 'queueId' | 'connectionId'>): Promise<WeeklyHours> {
    const type = this.#scope.settings.get('scheduleType');
    const id = type === 'queue' ? queueId : type === 'connection' ? connectionId : 0;
    const key = `${type} ${id}`;
    const known = this.#weeks.get(key);
    if (known) return known;
    const week = await this.#read(type, id);
    this.#weeks.set(key, week);
    return week;
  }

  async #read(type: string, id: number | null): Promise<WeeklyHours> {
    if (type === 'company') return (await this.#scope.find(companyHours)?.find()) ?? [];
    if (id === null) return [];
    if (type === 'queue') return (await this.#scope.use(queues).find(id))?.schedules ?? [];
    if (type === 'connection') return (await this.#scope.use(connections).find(id))?.schedules ?? [];
    return [];
  }

  async #holidaysBetween(from: Date, to: Date): Promise<ReadonlyMap<string, { startTime: string; endTime: string }>> {
    const { timeZone } = this.#scope.company;
    const found = new Map<string, { startTime: string; endTime: string }>();
    const service = this.#scope.find(companyHours);
    const type = this.#scope.settings.get('scheduleType');
    if (!service || !['company', 'queue', 'connection'].includes(type)) return found;
    for (let date = addDays(localDate(from, timeZone), -1); date <= localDate(to, timeZone); date = addDays(date, 1)) {
      if (!this.#holidays.has(date))
        this.#holidays.set(date, await service.holidayAt(localTime(date, 12 * 60, timeZone)));
      const holiday = this.#holidays.get(date);
      if (holiday) found.set(date, holiday);
    }
    return found;
  }

  async seconds(span: Span, from: Date, to: Date): Promise<number> {
    const clock = Math.round((to.getTime() - from.getTime()) / 1000);
    if (clock > maxDays * 86_400) return clock;
    const holidays = await this.#holidaysBetween(from, to);
    return secondsWithin(await this.#week(span), from, to, this.#scope.company.timeZone, holidays);
  }
}

/**
 * Stores, for closed attendances of these conversations, how much of their times lay inside the opening hours: once, so
 * that a change of the hours does not rewrite the past.
 */
export const storeOpenSeconds = async (scope: Scope, ticketIds: readonly number[]): Promise<void> => {
  const spans = await scope.sql.rows<Span>(sql`
    select a.ticket_id as "ticketId", a.no, a.queue_id as "queueId", a.connection_id as "connectionId", a.opened_at as "openedAt",
           a.accepted_at as "acceptedAt", a.first_reply_at as "firstReplyAt", a.wait_s as "waitS", a.reply_s as "replyS"
      from reports.attendance a
     where a.ticket_id = any(${[...ticketIds]}::int[]) and a.closed_at is not null
       and ((a.wait_s is not null and a.wait_open_s is null) or (a.reply_s is not null and a.reply_open_s is null))`);
  if (spans.length === 0) return;
  const hours = new OpeningHours(scope);
  const found: { ticket: number; no: number; wait: number | null; reply: number | null }[] = [];
  for (const span of spans) {
    const { ticketId, no, openedAt, acceptedAt, firstReplyAt, waitS, replyS } = span;
    const begun = firstReplyAt && replyS !== null ? new Date(firstReplyAt.getTime() - replyS * 1000) : undefined;
    found.push({
      ticket: ticketId,
      no,
      wait: waitS === null || !acceptedAt ? null : Math.min(waitS, await hours.seconds(span, openedAt, acceptedAt)),
      reply: begun && firstReplyAt ? Math.min(replyS ?? 0, await hours.seconds(span, begun, firstReplyAt)) : null,
    });
  }
  await scope.sql.run(sql`
    update reports.attendance a set wait_open_s = coalesce(a.wait_open_s, f.wait), reply_open_s = coalesce(a.reply_open_s, f.reply)
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(ticket int, no int, wait int, reply int)
     where a.ticket_id = f.ticket and a.no = f.no`);
};
