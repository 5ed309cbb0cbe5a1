import { notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { tickets } from '@balcao/tickets/contract';
import { scheduleStatuses, type ScheduleStatus, type ScheduleView, type TemplateMessage } from '../../contract.ts';
import { restOfRule } from '../../recurrence.ts';
import { maySee } from '../access.ts';

const named = z.object({ id: z.number(), name: z.string() }).nullable();
export const output = z.object({
  id: z.number(),
  body: z.string(),
  contactId: z.number().nullable(),
  contact: z
    .object({ id: z.number(), name: z.string(), number: z.string(), profilePicUrl: z.string().nullable() })
    .nullable(),
  sendAt: z.string(),
  sentAt: z.string().nullable(),
  status: z.enum(scheduleStatuses),
  error: z.string().nullable(),
  lateMinutes: z.number().nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaMime: z.string().nullable(),
  mediaSize: z.number().nullable(),
  userId: z.number().nullable(),
  user: named,
  whatsappId: z.number().nullable(),
  whatsapp: z.object({ id: z.number(), name: z.string(), channel: z.string() }).nullable(),
  template: z
    .object({ name: z.string(), language: z.string(), variables: z.record(z.string(), z.string()).optional() })
    .nullable(),
  opensWithAuthor: z.boolean(),
  ticketUuid: z.string().nullable(),
  seriesId: z.number().nullable(),
  rule: z.string().nullable(),
  version: z.number(),
  createdAt: z.string(),
}) as unknown as z.ZodType<ScheduleView>;

/** A stored message, for the parts that change and send it. */
export interface Schedule {
  id: number;
  body: string;
  contactId: number | null;
  userId: number | null;
  connectionId: number | null;
  ticketId: number | null;
  sendAt: Date;
  status: ScheduleStatus;
  messageId: number | null;
  attempt: number;
  template: TemplateMessage | null;
  opensWithAuthor: boolean;
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  mediaSize: number | null;
  seriesId: number | null;
  originalAt: Date | null;
  version: number;
}
/** The file of a message. */
export type MessageFile = Pick<Schedule, 'mediaPath' | 'mediaName' | 'mediaMime' | 'mediaSize'>;
export const scheduleColumns: Sql = sql`s.id, s.body, s.contact_id as "contactId", s.user_id as "userId",
  s.connection_id as "connectionId", s.ticket_id as "ticketId", s.send_at as "sendAt", s.status,
  s.message_id::float8 as "messageId", s.attempt, s.template, s.opens_with_author as "opensWithAuthor",
  s.media_path as "mediaPath", s.media_name as "mediaName", s.media_mime as "mediaMime", s.media_size as "mediaSize",
  s.series_id as "seriesId", s.original_at as "originalAt", s.version`;

interface Row extends Schedule {
  sentAt: Date | null;
  error: string | null;
  lateMinutes: number | null;
  createdAt: Date;
  userName: string | null;
  connectionName: string | null;
  channel: string | null;
  rule: string | null;
  beganAt: Date | null;
  uuid: string | null;
}

/** Returns messages in the order of the ids, as the reader may see them. */
export const scheduleViews = async (scope: Scope, ids: readonly number[]): Promise<ScheduleView[]> => {
  const rows = await scope.sql.rows<Row>(
    sql`select ${scheduleColumns}, s.sent_at as "sentAt", s.error, s.late_minutes as "lateMinutes", s.created_at as "createdAt",
               u.name as "userName", k.name as "connectionName", k.channel, r.rule, r.began_at as "beganAt", t.uuid
          from unnest(${[...ids]}::int[]) with ordinality wanted (id, place)
          join agenda.schedule s on s.id = wanted.id
          left join agenda.series r on r.company_id = s.company_id and r.id = s.series_id
          left join kernel."user" u on u.company_id = s.company_id and u.id = s.user_id
          left join connections.public_connection k on k.company_id = s.company_id and k.id = s.connection_id
          left join tickets.public_ticket t on t.company_id = s.company_id and t.id = s.ticket_id
         order by wanted.place`,
  );
  const service = scope.use(contacts);
  const people = await service.findMany(rows.flatMap(({ contactId }) => (contactId === null ? [] : [contactId])));
  const byId = new Map(people.map((person) => [person.id, person]));
  const closed = await scope
    .use(tickets)
    .unreadable(rows.flatMap(({ ticketId, uuid }) => (ticketId === null || uuid === null ? [] : [ticketId])));
  return rows.map((row) => {
    const person = row.contactId === null ? undefined : byId.get(row.contactId);
    return {
      id: row.id,
      body: row.body,
      contactId: row.contactId,
      contact: person
        ? {
            id: person.id,
            name: person.name,
            number: service.visibleNumber(person.number),
            profilePicUrl: person.profilePicUrl,
          }
        : null,
      sendAt: row.sendAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      status: row.status,
      error: row.error,
      lateMinutes: row.lateMinutes,
      mediaPath: row.mediaPath,
      mediaName: row.mediaName,
      mediaMime: row.mediaMime,
      mediaSize: row.mediaSize,
      userId: row.userId,
      user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
      whatsappId: row.connectionId,
      whatsapp:
        row.connectionId === null
          ? null
          : { id: row.connectionId, name: row.connectionName ?? '', channel: row.channel ?? '' },
      template: row.template,
      opensWithAuthor: row.opensWithAuthor,
      ticketUuid: row.ticketId === null || closed.has(row.ticketId) ? null : row.uuid,
      seriesId: row.seriesId,
      rule:
        row.rule === null || row.beganAt === null
          ? null
          : restOfRule(row.rule, row.beganAt, row.originalAt, scope.company.timeZone),
      version: row.version,
      createdAt: row.createdAt.toISOString(),
    };
  });
};

/** Returns the stored row, or throws 404 when it does not exist or the reader may not see it; `lock` holds it. */
export const storedSchedule = async (scope: Scope, wanted: number, lock = false): Promise<Schedule> => {
  const row = await scope.sql.one<Schedule>(
    sql`select ${scheduleColumns} from agenda.schedule s where s.id = ${wanted} ${lock ? sql`for update` : sql.empty}`,
  );
  if (!row || !maySee(scope, row.userId)) throw notFound('ERR_NO_SCHEDULE_FOUND');
  return row;
};

/** Returns one as the reader sees it, or throws 404. */
export const requireSchedule = async (scope: Scope, wanted: number): Promise<ScheduleView> => {
  await storedSchedule(scope, wanted);
  const [view] = await scheduleViews(scope, [wanted]);
  if (!view) throw notFound('ERR_NO_SCHEDULE_FOUND');
  return view;
};
