import { forbidden, invalid, textLength } from '@balcao/sdk/server';
import type { EntryView } from '../../contract.ts';
import { shortestTitle, type EntryFields } from './entry-form.ts';

/**
 * Throws ERR_ENTRY_READ_ONLY (403) when a change of an entry of somebody else’s outside touches more than what is kept here
 * alone: colour, contact and reminders. A title may stay as short as the calendar outside gave it.
 */
export const assertMayChange = (before: EntryView, after: EntryFields): void => {
  const isSame =
    before.title === after.title &&
    before.description === after.description &&
    before.date === after.date.toISOString() &&
    before.dateEnd === after.dateEnd.toISOString() &&
    before.allDay === after.allDay &&
    before.isPrivate === after.isPrivate &&
    before.userId === after.userId;
  if (before.isReadOnly && !isSame) throw forbidden('ERR_ENTRY_READ_ONLY');
  if (before.title !== after.title && textLength(after.title) < shortestTitle)
    throw invalid({ title: 'Mensagem muito curta' });
};
