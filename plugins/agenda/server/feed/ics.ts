/** One event of a calendar file. */
interface IcsEvent {
  uid: string;
  title: string;
  description: string;
  date: Date;
  dateEnd: Date;
  allDay: boolean;
  /** The local days, `20261122`, of an all-day one. */
  days: { from: string; until: string };
  changedAt: Date;
}

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Lines of a calendar file may have 75 bytes; what follows begins with a space. */
const folded = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
};

/** Writes a calendar as RFC 5545. */
export const icsText = (name: string, events: readonly IcsEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Balcao//Agenda//PT',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${stamp(event.changedAt)}`,
      ...(event.allDay
        ? [`DTSTART;VALUE=DATE:${event.days.from}`, `DTEND;VALUE=DATE:${event.days.until}`]
        : [`DTSTART:${stamp(event.date)}`, `DTEND:${stamp(event.dateEnd)}`]),
      `SUMMARY:${escaped(event.title)}`,
      ...(event.description === '' ? [] : [`DESCRIPTION:${escaped(event.description)}`]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
