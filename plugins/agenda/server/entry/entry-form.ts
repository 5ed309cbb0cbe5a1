import { invalid, notFound, sql, textLength, z, type Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { instantOf, isZone, plusDays, localOf } from '../../zoned.ts';
import { id, storable } from '../access.ts';

const defaultColor = '#7D883F';
const hourMs = 3_600_000;
/** No entry is longer. */
const longestMs = 366 * 24 * hourMs;

const moment = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce
    .date('Obrigatório')
    .refine((at) => at.getUTCFullYear() >= 1970 && at.getUTCFullYear() < 2200, 'ERR_INVALID_VALUE'),
);
/** Characters of a title that a person enters. */
export const shortestTitle = 5;
const title = z
  .string('Obrigatório')
  .transform((text) => storable(text).trim())
  .refine((text) => textLength(text, 200) <= 200, 'Too Long!');
const fields = z.object({
  title: title.refine((text) => textLength(text) >= shortestTitle, 'Mensagem muito curta'),
  description: z
    .string()
    .nullish()
    .transform((text) => storable(text ?? '').trim())
    .refine((text) => textLength(text, 4000) <= 4000, 'Too Long!'),
  date: moment,
  dateEnd: z.preprocess((value) => (value === '' || value === null ? undefined : value), z.coerce.date().optional()),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'ERR_INVALID_VALUE')
    .transform((color) => color.toUpperCase()),
  userId: id.nullish(),
  allDay: z.boolean(),
  timeZone: z.string().max(60).refine(isZone, 'ERR_INVALID_VALUE'),
  contactId: z.preprocess((value) => (value === '' || value === 0 ? null : value), id.nullable()),
  isPrivate: z.boolean(),
  reminders: z
    .array(z.number().int().min(0).max(40_320))
    .max(5)
    .transform((all) => [...new Set(all)].toSorted((one, other) => one - other)),
});
const optional = {
  description: true,
  dateEnd: true,
  color: true,
  userId: true,
  allDay: true,
  timeZone: true,
  contactId: true,
  isPrivate: true,
  reminders: true,
} as const;
export const entryForm = fields.partial(optional);
/** A title may be as short as the one that it replaces: see `assertMayChange`. */
export const entryChange = fields.partial().extend({ title: title.optional(), version: z.number().int().optional() });

/** An entry as a form completes it. */
export interface EntryFields {
  title: string;
  description: string;
  date: Date;
  dateEnd: Date;
  color: string;
  userId: number;
  allDay: boolean;
  timeZone: string;
  contactId: number | null;
  isPrivate: boolean;
  reminders: number[];
}

/** Whole days in the entry's zone: the end is the midnight after the last day. */
const wholeDays = ({ date, dateEnd }: { date: Date; dateEnd: Date }, zone: string): { date: Date; dateEnd: Date } => {
  const midnight = (at: Date, days = 0): number =>
    instantOf(plusDays({ ...localOf(at.getTime(), zone), hour: 0, minute: 0 }, days), zone);
  const [from, until] = [midnight(date), midnight(dateEnd)];
  const isMidnight = until === dateEnd.getTime() && until > from;
  return { date: new Date(from), dateEnd: new Date(isMidnight ? until : midnight(dateEnd, 1)) };
};

/** Completes what a form left out. */
export const completed = (
  scope: Scope,
  form: Partial<Omit<EntryFields, 'dateEnd'>> & {
    dateEnd?: Date | undefined;
    title: string;
    date: Date;
    userId: number;
  },
): EntryFields => {
  const { date, timeZone = scope.company.timeZone, allDay = false } = form;
  const dateEnd = form.dateEnd ?? new Date(date.getTime() + (allDay ? 0 : hourMs));
  if (dateEnd < date) throw invalid({ dateEnd: 'ERR_END_BEFORE_START' });
  if (dateEnd.getTime() - date.getTime() > longestMs) throw invalid({ dateEnd: 'ERR_TOO_LONG_ENTRY' });
  return {
    title: form.title,
    description: form.description ?? '',
    color: form.color ?? defaultColor,
    userId: form.userId,
    contactId: form.contactId ?? null,
    isPrivate: form.isPrivate ?? false,
    reminders: form.reminders ?? [],
    allDay,
    timeZone,
    ...(allDay ? wholeDays({ date, dateEnd }, timeZone) : { date, dateEnd }),
  };
};

/** Checks the person and the contact of an entry. */
export const assertEntryReferences = async (scope: Scope, form: EntryFields): Promise<void> => {
  const person = await scope.sql.one(sql`select 1 from kernel."user" u where u.id = ${form.userId}`);
  if (!person) throw notFound('ERR_NO_USER_FOUND');
  if (form.contactId !== null && !(await scope.use(contacts).find(form.contactId)))
    throw notFound('ERR_NO_CONTACT_FOUND');
};
