import { textLength } from '@balcao/sdk/client';
import { areHours, readNumber, type HoursDay } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';

/** The values of the form: numbers and moments as typed. */
export interface ConnectionValues {
  name: string;
  isDefault: boolean;
  queueIds: number[];
  keyWordQueueId: number | null;
  allowGroup: boolean;
  groupAsTicket: boolean;
  greetingMessage: string;
  complationMessage: string;
  outOfHoursMessage: string;
  /** A chosen file, or its removal, which is saved with the other fields. */
  media: File | 'kept' | 'removed';
  maxUseBotQueues: string;
  timeUseBotQueues: string;
  timeSendQueue: string;
  sendIdQueue: number | null;
  timeCreateNewTicket: string;
  expiresTicket: string;
  whenExpiresTicket: 0 | 1;
  expiresInactiveMessage: string;
  timeInactiveMessage: string;
  inactiveMessage: string;
  bulkInterval: string;
  ratingMessage: string;
  expiresTicketNPS: string;
  maxUseBotQueuesNPS: string;
  schedules: HoursDay[];
  importsOld: boolean;
  /** `2026-11-20T12:00`, in the reader’s time zone. */
  importOldMessages: string;
  importRecentMessages: string;
  importOldMessagesGroups: boolean;
  closedTicketsPostImported: boolean;
  integrationId: number | null;
}
export type ConnectionFault =
  | 'required'
  | 'tooShort'
  | 'tooLong'
  | 'entryQueue'
  | 'greeting'
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'times'
  | 'expiresNps'
  | 'sendQueue'
  | 'importOld'
  | 'importRecent'
  | 'schedules';
export type Tab = 'general' | 'integrations' | 'messages' | 'chatbot' | 'nps' | 'schedules';

const maxText = 4096;
/** Limits: a year of minutes or hours, an hour of seconds. */
export const maxValues = { seconds: 3_600, minutes: 525_600, hours: 8_760, times: 100 } as const;
const day = 86_400_000;

/** The default hours of each weekday for a new connection. */
const usualWeek: HoursDay[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekdayEn) => ({
  weekdayEn,
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));

/** Formats a moment for a date field: the reader’s local time, to the minute. */
export const localMoment = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export const valuesOf = (
  connection: ConnectionRow | undefined,
  onlyQueue: number | undefined,
  now = new Date(),
): ConnectionValues => ({
  name: connection?.name ?? '',
  isDefault: connection?.isDefault ?? false,
  queueIds: connection?.queueIds ?? [],
  // A company’s only queue is preselected.
  keyWordQueueId: connection ? connection.keyWordQueueId : (onlyQueue ?? null),
  allowGroup: connection?.allowGroup ?? false,
  groupAsTicket: connection?.groupAsTicket === 'enabled',
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  media: 'kept',
  maxUseBotQueues: String(connection?.maxUseBotQueues ?? 3),
  timeUseBotQueues: String(connection?.timeUseBotQueues ?? 0),
  timeSendQueue: String(connection?.timeSendQueue ?? 0),
  sendIdQueue: connection?.sendIdQueue ?? null,
  timeCreateNewTicket: String(connection?.timeCreateNewTicket ?? 0),
  expiresTicket: String(connection?.expiresTicket ?? 0),
  whenExpiresTicket: connection?.whenExpiresTicket ?? 0,
  expiresInactiveMessage: connection?.expiresInactiveMessage ?? '',
  timeInactiveMessage: String(connection?.timeInactiveMessage ?? 0),
  inactiveMessage: connection?.inactiveMessage ?? '',
  bulkInterval: String(connection?.bulkInterval ?? 20),
  ratingMessage: connection?.ratingMessage ?? '',
  expiresTicketNPS: String(connection?.expiresTicketNPS ?? 0),
  maxUseBotQueuesNPS: String(connection?.maxUseBotQueuesNPS ?? 3),
  schedules: connection ? connection.schedules : usualWeek,
  importsOld: connection !== undefined && connection.importOldMessages !== null,
  importOldMessages: localMoment(new Date(connection?.importOldMessages ?? now.getTime() - day)),
  importRecentMessages: localMoment(new Date(connection?.importRecentMessages ?? now.getTime() - 60_000)),
  importOldMessagesGroups: connection?.importOldMessagesGroups ?? false,
  closedTicketsPostImported: connection?.closedTicketsPostImported ?? false,
  integrationId: connection?.integrationId ?? null,
});

/** Parses a count: an empty one is 0; undefined if it is no number. */
const count = (typed: string): number | undefined => (typed.trim() === '' ? 0 : readNumber(typed));
const isZero = (typed: string): boolean => count(typed) === 0;

/** Old messages start within the last two years, recent ones at or after them; both end by now. */
const importFaults = (
  { importOldMessages, importRecentMessages }: ConnectionValues,
  now: Date,
): Record<string, ConnectionFault | undefined> => {
  const [from, until] = [new Date(importOldMessages), new Date(importRecentMessages)];
  const oldest = new Date(now);
  oldest.setFullYear(oldest.getFullYear() - 2);
  const isOld = !Number.isNaN(from.getTime()) && from >= oldest && from <= now;
  const isRecent = !Number.isNaN(until.getTime()) && until >= from && until <= now;
  return {
    importOldMessages: isOld ? undefined : 'importOld',
    importRecentMessages: isRecent ? undefined : 'importRecent',
  };
};

/** An unchanged import is not sent: the field has no seconds, so the stored moment would count as changed. */
const isSameImport = (values: ConnectionValues, of: ConnectionRow | undefined): boolean => {
  const before = valuesOf(of, undefined);
  if (!values.importsOld) return !before.importsOld;
  return (
    before.importsOld &&
    values.importOldMessages === before.importOldMessages &&
    values.importRecentMessages === before.importRecentMessages
  );
};

/** Returns the faults of a connection’s fields, as locale keys under `fault`, in the order of the form. */
export function connectionFaults(
  values: ConnectionValues,
  of: ConnectionRow | undefined,
  now = new Date(),
): Record<string, ConnectionFault> {
  const name = values.name.trim();
  const tooLong = (text: string): ConnectionFault | undefined => (text.length > maxText ? 'tooLong' : undefined);
  const whole = (unit: keyof typeof maxValues, typed: string): ConnectionFault | undefined => {
    const number = count(typed);
    return number !== undefined && number >= 0 && number <= maxValues[unit] ? undefined : unit;
  };
  const minutes = (typed: string): ConnectionFault | undefined => whole('minutes', typed);
  const times = (typed: string): ConnectionFault | undefined => whole('times', typed);
  const found: Record<string, ConnectionFault | undefined> = {
    name:
      name === '' ? 'required' : textLength(name) < 2 ? 'tooShort' : textLength(name, 50) > 50 ? 'tooLong' : undefined,
    keyWordQueueId: values.keyWordQueueId === null ? 'entryQueue' : undefined,
    // Only if it changes, as the server does: a period that was valid when it was saved may be too old now.
    ...(values.importsOld && !isSameImport(values, of) && importFaults(values, now)),
    greetingMessage:
      values.queueIds.length > 1 && values.greetingMessage.trim() === '' ? 'greeting' : tooLong(values.greetingMessage),
    complationMessage: tooLong(values.complationMessage),
    outOfHoursMessage: tooLong(values.outOfHoursMessage),
    maxUseBotQueues: times(values.maxUseBotQueues),
    timeUseBotQueues: minutes(values.timeUseBotQueues),
    timeSendQueue: minutes(values.timeSendQueue),
    sendIdQueue: !isZero(values.timeSendQueue) && values.sendIdQueue === null ? 'sendQueue' : undefined,
    timeCreateNewTicket: minutes(values.timeCreateNewTicket),
    expiresTicket: whole('hours', values.expiresTicket),
    expiresInactiveMessage: tooLong(values.expiresInactiveMessage),
    timeInactiveMessage: minutes(values.timeInactiveMessage),
    inactiveMessage: tooLong(values.inactiveMessage),
    bulkInterval: whole('seconds', values.bulkInterval),
    ratingMessage: tooLong(values.ratingMessage),
    expiresTicketNPS:
      values.ratingMessage.trim() !== '' && isZero(values.expiresTicketNPS)
        ? 'expiresNps'
        : minutes(values.expiresTicketNPS),
    maxUseBotQueuesNPS: times(values.maxUseBotQueuesNPS),
    schedules: areHours(values.schedules, 2) ? undefined : 'schedules',
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, ConnectionFault] => entry[1] !== undefined),
  );
}

const tabs: Record<Tab, readonly string[]> = {
  general: [
    'name',
    'isDefault',
    'queueIds',
    'keyWordQueueId',
    'allowGroup',
    'groupAsTicket',
    'channel',
    'importOldMessages',
    'importRecentMessages',
  ],
  integrations: ['integrationId'],
  messages: ['greetingMessage', 'file', 'complationMessage', 'outOfHoursMessage', 'bulkInterval'],
  chatbot: [
    'maxUseBotQueues',
    'timeUseBotQueues',
    'timeSendQueue',
    'sendIdQueue',
    'timeCreateNewTicket',
    'expiresTicket',
    'whenExpiresTicket',
    'expiresInactiveMessage',
    'timeInactiveMessage',
    'inactiveMessage',
  ],
  nps: ['ratingMessage', 'expiresTicketNPS', 'maxUseBotQueuesNPS'],
  schedules: ['schedules'],
};
/** Returns the tab of the first of these fields; undefined if none of them has a tab here, as another plugin’s. */
export const tabOf = (fields: readonly string[]): Tab | undefined =>
  (Object.keys(tabs) as Tab[]).find((tab) => fields.some((field) => tabs[tab].includes(field)));

/** Returns the request: numbers as numbers, an empty one as 0, moments in UTC. */
export const bodyOf = (values: ConnectionValues, of: ConnectionRow | undefined): Record<string, unknown> => {
  const { media: _file, importsOld, importOldMessages, importRecentMessages, ...sent } = values;
  return {
    ...sent,
    name: values.name.trim(),
    groupAsTicket: values.groupAsTicket ? 'enabled' : 'disabled',
    maxUseBotQueues: count(values.maxUseBotQueues),
    timeUseBotQueues: count(values.timeUseBotQueues),
    timeSendQueue: count(values.timeSendQueue),
    timeCreateNewTicket: count(values.timeCreateNewTicket),
    expiresTicket: count(values.expiresTicket),
    timeInactiveMessage: count(values.timeInactiveMessage),
    bulkInterval: count(values.bulkInterval),
    expiresTicketNPS: count(values.expiresTicketNPS),
    maxUseBotQueuesNPS: count(values.maxUseBotQueuesNPS),
    ...(!isSameImport(values, of) && {
      importOldMessages: importsOld ? new Date(importOldMessages).toISOString() : null,
      importRecentMessages: importsOld ? new Date(importRecentMessages).toISOString() : null,
    }),
  };
};
