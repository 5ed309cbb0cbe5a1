export interface QueueValues {
  name: string;
  color: string;
  greetingMessage: string;
  outOfHoursMessage: string;
}
export type QueueFault = 'required' | 'tooShort' | 'tooLong';

/** What is wrong with a queue's fields, as locale keys under `fault`. */
export function queueFaults({
  name,
  color,
  greetingMessage,
  outOfHoursMessage,
}: QueueValues): Record<string, QueueFault> {
  const length = (text: string, least: number, most: number): QueueFault | undefined =>
    text === '' && least > 0
      ? 'required'
      : text.length < least
        ? 'tooShort'
        : text.length > most
          ? 'tooLong'
          : undefined;
  const found = {
    name: length(name.trim(), 2, 50),
    color: length(color.trim(), 3, 9),
    greetingMessage: length(greetingMessage, 0, 4096),
    outOfHoursMessage: length(outOfHoursMessage, 0, 4096),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, QueueFault] => entry[1] !== undefined),
  );
}
