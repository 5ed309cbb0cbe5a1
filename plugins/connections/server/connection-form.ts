import {
  AppError,
  countedText,
  editOf,
  invalid,
  notFound,
  sql,
  weeklyHoursInput,
  z,
  type Scope,
} from '@balcao/sdk/server';
import type { Connection } from '../contract.ts';

const maxMinutes = 525_600;
const maxBulkSeconds = 3_600;
/** The id of the connection in the path. */
export const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const id = z.number().int().positive().max(2_147_483_647);
const text = z
  .string()
  .max(4096, 'Too Long!')
  .nullable()
  .transform((value) => value ?? '');
/** Forms send empty numbers as '' or null. */
const number = (max: number) =>
  z.preprocess((value) => (value === '' || value === null ? 0 : value), z.coerce.number().int().min(0).max(max));
/** A moment, as a date picker writes it or as the API returns it. */
const moment = z.preprocess(
  (value) => (value === '' || value === null || value === false ? null : value),
  z.coerce.date('invalid').nullable(),
);
const queue = z.preprocess((value) => (value === '' || value === 0 || value === '0' ? null : value), id.nullable());

const connectionForm = z.object({
  name: countedText(2, 50),
  isDefault: z.boolean(),
  greetingMessage: text,
  complationMessage: text,
  timeCreateNewTicket: number(maxMinutes),
  allowGroup: z.boolean(),
  groupAsTicket: z.enum(['enabled', 'disabled']),
  queueIds: z.array(id).max(500),
  keyWordQueueId: queue,
  maxUseBotQueues: number(100),
  timeUseBotQueues: number(maxMinutes),
  timeSendQueue: number(maxMinutes),
  sendIdQueue: queue,
  outOfHoursMessage: text,
  schedules: weeklyHoursInput,
  ratingMessage: text,
  expiresTicketNPS: number(maxMinutes),
  maxUseBotQueuesNPS: number(100),
  expiresTicket: number(8_760),
  whenExpiresTicket: number(1).transform((value) => (value === 1 ? 1 : 0)),
  expiresInactiveMessage: text,
  timeInactiveMessage: number(maxMinutes),
  inactiveMessage: text,
  bulkInterval: number(maxBulkSeconds),
  importOldMessages: moment,
  importRecentMessages: moment,
  importOldMessagesGroups: z.boolean(),
  closedTicketsPostImported: z.boolean(),
  integrationId: queue,
  promptId: queue,
  provider: z.string().trim().max(50, 'Too Long!'),
});
/** The fields that a change may leave out. */
const options = z.record(z.string().max(60), z.unknown());
export const connectionChange = editOf(connectionForm.extend({ options }));
export const creation = connectionForm.partial().extend({
  options: options.optional(),
  name: connectionForm.shape.name,
  channel: z.string('Required').min(1, 'Required').max(60),
});

type Fields = Omit<z.output<typeof connectionForm>, 'isDefault'>;

/** Monday to Friday with a break at noon. */
const usualWeek = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekdayEn) => ({
  weekdayEn: weekdayEn as 'monday',
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));

/** The defaults of a new connection. */
export const defaultFields: Omit<Fields, 'name'> = {
  greetingMessage: '',
  complationMessage: '',
  timeCreateNewTicket: 0,
  allowGroup: false,
  groupAsTicket: 'disabled',
  queueIds: [],
  keyWordQueueId: null,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  timeSendQueue: 0,
  sendIdQueue: null,
  outOfHoursMessage: '',
  schedules: usualWeek,
  ratingMessage: '',
  expiresTicketNPS: 0,
  maxUseBotQueuesNPS: 3,
  expiresTicket: 0,
  whenExpiresTicket: 0,
  expiresInactiveMessage: '',
  timeInactiveMessage: 0,
  inactiveMessage: '',
  bulkInterval: 20,
  importOldMessages: null,
  importRecentMessages: null,
  importOldMessagesGroups: false,
  closedTicketsPostImported: false,
  integrationId: null,
  promptId: null,
  provider: 'beta',
};

const oldestYears = 2;

/** Old messages start within the last two years; recent ones at or after them. */
const importFaults = (
  { importOldMessages: from, importRecentMessages: until }: Pick<Fields, 'importOldMessages' | 'importRecentMessages'>,
  now = new Date(),
): Record<string, string> => {
  if (from === null) return {};
  const oldest = new Date(now);
  oldest.setFullYear(oldest.getFullYear() - oldestYears);
  // A picker has days and minutes: its "two years ago" may be some hours earlier.
  oldest.setDate(oldest.getDate() - 1);
  return {
    ...((from < oldest || from > now) && { importOldMessages: 'errorImportOld' }),
    ...(until !== null && (until < from || until > now) && { importRecentMessages: 'errorImportRecent' }),
  };
};

/** Validated only when it changes, as on the screen: a period that was valid when it was saved may be too old now. */
export const isOtherImport = (
  after: Pick<Fields, 'importOldMessages' | 'importRecentMessages'>,
  before: Pick<Fields, 'importOldMessages' | 'importRecentMessages'> | undefined,
): boolean =>
  after.importOldMessages?.getTime() !== before?.importOldMessages?.getTime() ||
  after.importRecentMessages?.getTime() !== before?.importRecentMessages?.getTime();

/** An older connection may have no entry queue: its other fields can be changed all the same. */
const lacksEntry = ({ queueIds, keyWordQueueId }: Fields, before: Connection | undefined): boolean =>
  keyWordQueueId === null &&
  (before === undefined || before.keyWordQueueId !== null || String(before.queueIds) !== String(queueIds));

/** A ticket needs a queue, and an enabled function needs all of its fields. */
export const checkFields = (fields: Fields, before?: Connection): void => {
  if (fields.queueIds.length === 0 && fields.keyWordQueueId === null)
    throw invalid({ keyWordQueueId: 'ERR_WAPP_QUEUE_REQUIRED' });
  const faults = {
    ...(lacksEntry(fields, before) && { keyWordQueueId: 'ERR_WAPP_ENTRY_QUEUE_REQUIRED' }),
    ...(fields.queueIds.length > 1 &&
      fields.greetingMessage.trim() === '' && { greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' }),
    ...(fields.ratingMessage.trim() !== '' && fields.expiresTicketNPS === 0 && { expiresTicketNPS: 'errorExpiresNPS' }),
    ...(isOtherImport(fields, before) && importFaults(fields)),
    ...(fields.timeSendQueue > 0 && fields.sendIdQueue === null && { sendIdQueue: 'errorSendQueue' }),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
};

const assertQueues = async (scope: Scope, wanted: readonly (number | null)[]): Promise<void> => {
  const ids = [...new Set(wanted.filter((one) => one !== null))];
  const known = await scope.sql.rows(sql`select id from queues.public_queue where id = any(${ids}::int[])`);
  if (known.length !== ids.length) throw notFound('ERR_NO_QUEUE_FOUND');
};

const saveQueues = async (scope: Scope, connectionId: number, queueIds: readonly number[]): Promise<void> => {
  const wanted = [...new Set(queueIds)];
  await scope.sql.run(
    sql`delete from connections.connection_queue where connection_id = ${connectionId} and not queue_id = any(${wanted}::int[])`,
  );
  await scope.sql.run(
    sql`insert into connections.connection_queue (connection_id, queue_id) select ${connectionId}, unnest(${wanted}::int[]) on conflict do nothing`,
  );
};

/** Serialises people who assign a queue to two connections at the same moment. */
const lockQueues = (scope: Scope): Promise<number> =>
  scope.sql.run(
    sql`select pg_advisory_xact_lock(hashtextextended('connections queues ' || kernel.current_company(), 0))`,
  );

/** Unless the company allows more, each queue is on one connection only; existing assignments remain. */
const assertOnOne = async (scope: Scope, connectionId: number, queueIds: readonly number[]): Promise<void> => {
  if (scope.settings.get('oneConnectionPerQueue') !== 'enabled' || queueIds.length === 0) return;
  await lockQueues(scope);
  const other = await scope.sql.one(
    sql`select 1 from connections.connection_queue q
         where q.queue_id = any(${queueIds}::int[]) and q.connection_id <> ${connectionId}
           and not exists (select 1 from connections.connection_queue own
                            where own.company_id = q.company_id and own.connection_id = ${connectionId}
                              and own.queue_id = q.queue_id) limit 1`,
  );
  if (other)
    throw new AppError(409, 'ERR_WAPP_QUEUE_IN_OTHER_WAPP', { fields: { queueIds: 'ERR_WAPP_QUEUE_IN_OTHER_WAPP' } });
};

export const saveFields = async (scope: Scope, connectionId: number, fields: Fields | Connection): Promise<void> => {
  await assertQueues(scope, [...fields.queueIds, fields.keyWordQueueId, fields.sendIdQueue]);
  await assertOnOne(scope, connectionId, fields.queueIds);
  await scope.sql.run(
    sql`update connections.connection
           set name = ${fields.name}, greeting_message = ${fields.greetingMessage}, completion_message = ${fields.complationMessage},
               time_create_new_ticket = ${fields.timeCreateNewTicket}, allow_group = ${fields.allowGroup},
               group_as_ticket = ${fields.groupAsTicket === 'enabled'}, entry_queue_id = ${fields.keyWordQueueId},
               max_use_bot_queues = ${fields.maxUseBotQueues}, time_use_bot_queues = ${fields.timeUseBotQueues},
               time_send_queue = ${fields.timeSendQueue}, send_id_queue = ${fields.sendIdQueue},
               out_of_hours_message = ${fields.outOfHoursMessage}, schedules = ${JSON.stringify(fields.schedules)}::jsonb,
               rating_message = ${fields.ratingMessage}, expires_ticket_nps = ${fields.expiresTicketNPS},
               max_use_bot_queues_nps = ${fields.maxUseBotQueuesNPS}, expires_ticket = ${fields.expiresTicket},
               when_expires_ticket = ${fields.whenExpiresTicket}, expires_inactive_message = ${fields.expiresInactiveMessage},
               time_inactive_message = ${fields.timeInactiveMessage}, inactive_message = ${fields.inactiveMessage},
               bulk_interval = ${fields.bulkInterval},
               import_from = ${fields.importOldMessages}, import_until = ${fields.importRecentMessages},
               import_groups = ${fields.importOldMessagesGroups}, close_imported = ${fields.closedTicketsPostImported},
               integration_id = ${fields.integrationId}, prompt_id = ${fields.promptId}, provider = ${fields.provider}, updated_at = now()
         where id = ${connectionId}`,
  );
  await saveQueues(scope, connectionId, fields.queueIds);
};
