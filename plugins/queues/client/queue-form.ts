import { textLength } from '@balcao/sdk/client';
import { areHours, readNumber, type HoursDay } from '@balcao/sdk/ui';
import type { Queue } from '../contract.ts';

export interface QueueValues {
  name: string;
  color: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  complationMessage: string;
  ratingMessage: string;
  /** Seconds, as text. */
  sendDelay: string;
  schedules: HoursDay[];
  /** A chosen file, or its removal, saved with the form. */
  media: File | 'kept' | 'removed';
}
export type QueueFault = 'required' | 'tooShort' | 'tooLong' | 'seconds' | 'schedules';

/** Longest delay in seconds. */
export const longestDelay = 3_600;

const usual = (weekdayEn: string, startTime: string, endTime: string): HoursDay => ({ weekdayEn, startTime, endTime });
/** The hours of a new queue. */
const usualWeek: HoursDay[] = [
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => usual(day, '08:00', '18:00')),
  usual('saturday', '08:00', '12:00'),
  usual('sunday', '00:00', '00:00'),
];

export const valuesOf = (queue: Queue | undefined, color: string): QueueValues => ({
  name: queue?.name ?? '',
  color: queue?.color ?? color,
  greetingMessage: queue?.greetingMessage ?? '',
  outOfHoursMessage: queue?.outOfHoursMessage ?? '',
  complationMessage: queue?.complationMessage ?? '',
  ratingMessage: queue?.ratingMessage ?? '',
  sendDelay: String(queue?.sendDelay ?? 0),
  schedules: queue?.schedules ?? usualWeek,
  media: 'kept',
});

/** Returns the delay in seconds; 0 for an empty field, undefined for an invalid number. */
const delayOf = ({ sendDelay }: Pick<QueueValues, 'sendDelay'>): number | undefined =>
  sendDelay.trim() === '' ? 0 : readNumber(sendDelay);

/** Returns the faults of a queue's fields, as locale keys under `fault`. */
export function queueFaults(values: QueueValues): Record<string, QueueFault> {
  const length = (text: string, min: number, max: number): QueueFault | undefined =>
    text === '' && min > 0
      ? 'required'
      : textLength(text, max) < min
        ? 'tooShort'
        : textLength(text, max) > max
          ? 'tooLong'
          : undefined;
  const delay = delayOf(values);
  const found: Record<string, QueueFault | undefined> = {
    name: length(values.name.trim(), 2, 50),
    color: length(values.color.trim(), 3, 9),
    greetingMessage: length(values.greetingMessage, 0, 4096),
    outOfHoursMessage: length(values.outOfHoursMessage, 0, 4096),
    complationMessage: length(values.complationMessage, 0, 4096),
    ratingMessage: length(values.ratingMessage, 0, 4096),
    sendDelay: delay !== undefined && delay >= 0 && delay <= longestDelay ? undefined : 'seconds',
    schedules: areHours(values.schedules, 1) ? undefined : 'schedules',
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, QueueFault] => entry[1] !== undefined),
  );
}

/** Returns the request body, with an empty delay as 0. The file is uploaded separately. */
export const bodyOf = ({ media: _file, ...values }: QueueValues): Record<string, unknown> => ({
  ...values,
  name: values.name.trim(),
  sendDelay: delayOf(values),
});
