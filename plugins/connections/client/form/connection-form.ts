import type { ConnectionRow } from '../connection-row.ts';

export interface ConnectionValues {
  name: string;
  isDefault: boolean;
  queueIds: number[];
  keyWordQueueId: number | null;
  greetingMessage: string;
  complationMessage: string;
  /** Minutes, as typed. */
  timeCreateNewTicket: string;
  allowGroup: boolean;
}
export type ConnectionFault = 'required' | 'tooShort' | 'tooLong' | 'entryQueue' | 'greeting' | 'minutes';

const mostText = 4096;
const mostMinutes = 525_600;

export const valuesOf = (connection: ConnectionRow | undefined, onlyQueue: number | undefined): ConnectionValues => ({
  name: connection?.name ?? '',
  isDefault: connection?.isDefault ?? false,
  queueIds: connection?.queueIds ?? [],
  // Where there is but one department, it is the one.
  keyWordQueueId: connection ? connection.keyWordQueueId : (onlyQueue ?? null),
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  timeCreateNewTicket: String(connection?.timeCreateNewTicket ?? 0),
  allowGroup: connection?.allowGroup ?? false,
});

/** What is wrong with a connection's fields, as locale keys under `fault`. */
export function connectionFaults(values: ConnectionValues): Record<string, ConnectionFault> {
  const name = values.name.trim();
  const minutes = values.timeCreateNewTicket.trim();
  const tooLong = (text: string): ConnectionFault | undefined => (text.length > mostText ? 'tooLong' : undefined);
  const found: Record<string, ConnectionFault | undefined> = {
    name: name === '' ? 'required' : name.length < 2 ? 'tooShort' : name.length > 50 ? 'tooLong' : undefined,
    keyWordQueueId: values.keyWordQueueId === null ? 'entryQueue' : undefined,
    greetingMessage:
      values.queueIds.length > 1 && values.greetingMessage.trim() === '' ? 'greeting' : tooLong(values.greetingMessage),
    complationMessage: tooLong(values.complationMessage),
    timeCreateNewTicket: !/^\d*$/.test(minutes) || Number(minutes) > mostMinutes ? 'minutes' : undefined,
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, ConnectionFault] => entry[1] !== undefined),
  );
}
