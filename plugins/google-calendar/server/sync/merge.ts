import type { LockedEntry, OutsideEntry } from '@balcao/agenda/contract';
import type { Field } from '../../contract.ts';
import { fields, marksOfEntry, marksOfEvent, type Base, type Marks } from '../wire/event-fields.ts';
import type { GoogleEvent } from '../wire/calendar-api.ts';

/** A field that was changed on both sides, and what the losing side had. */
export interface LostField {
  field: Field;
  kind: 'here' | 'there';
  value: Partial<OutsideEntry>;
}
export interface Merge {
  /** The fields that the entry takes over. */
  take: Partial<OutsideEntry>;
  lost: LostField[];
  /** Something of the entry is still to be written at Google. */
  isPending: boolean;
  base: Base;
}

/** Returns the part of an entry that a field is. */
const partOf = (field: Field, entry: OutsideEntry): Partial<OutsideEntry> => {
  if (field !== 'when') return { [field]: entry[field] };
  const { date, dateEnd, allDay, timeZone } = entry;
  return { date, dateEnd, allDay, timeZone };
};

/**
 * Merges an event into its entry, field by field, against the last common state: what one side changed is taken, of what
 * both changed the later one. `isFinal`: the event wins every field, because it cannot be written there.
 */
export const merge = (
  entry: LockedEntry,
  event: GoogleEvent,
  incoming: OutsideEntry,
  base: Base,
  isFinal = false,
): Merge => {
  const [ours, theirs] = [marksOfEntry(entry), marksOfEvent(event)];
  const take: Partial<OutsideEntry> = {};
  const lost: LostField[] = [];
  const nextOurs: Marks = {};
  const asTaken = marksOfEntry(incoming);
  let isPending = false;
  const isOursLater = !isFinal && entry.updatedAt.getTime() > Date.parse(event.updated);
  for (const field of fields) {
    const isSame = ours[field] === theirs[field] || ours[field] === asTaken[field];
    const changedHere = ours[field] !== base.ours?.[field];
    const changedThere = theirs[field] !== base.theirs?.[field];
    if (isSame || (!changedHere && !changedThere)) {
      nextOurs[field] = ours[field] ?? '';
      continue;
    }
    const wasKnown = base.ours?.[field] !== undefined;
    const isTaken = isFinal || !changedHere || (changedThere && !isOursLater);
    if (changedHere && (changedThere || isFinal) && wasKnown)
      lost.push({ field, kind: isTaken ? 'here' : 'there', value: partOf(field, isTaken ? entry : incoming) });
    if (isTaken) {
      Object.assign(take, partOf(field, incoming));
      nextOurs[field] = asTaken[field] ?? '';
    } else {
      isPending = true;
      // Left as it was, so that it still counts as changed here. Unknown before, it is anything but what it is now.
      nextOurs[field] = base.ours?.[field] ?? '';
    }
  }
  return { take, lost, isPending, base: { ours: nextOurs, theirs } };
};

/** Returns the fields that were changed here since the last common state. */
export const changedHere = (entry: OutsideEntry, { ours }: Base): Field[] => {
  const marks = marksOfEntry(entry);
  return fields.filter((field) => marks[field] !== ours?.[field]);
};
/** Returns whether an event differs from the last common state in what an entry shows. */
export const isChangedThere = (event: GoogleEvent, { theirs }: Base): boolean => {
  const marks = marksOfEvent(event);
  return fields.some((field) => marks[field] !== theirs?.[field]);
};
