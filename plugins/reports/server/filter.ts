import { localTime, addDays, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { reportDimension } from '../contract.ts';

const id = z.number().int().min(0).max(2_147_483_647);
const isList = /^\[?\s*(\d+\s*(,\s*\d+\s*)*)?\]?$/;
/** Ids as `1,2` or `[1,2]`; 0: none. */
const ids = z
  .string()
  .regex(isList, 'a list of ids')
  .transform((text) => (text.match(/\d+/g) ?? []).map(Number))
  .pipe(z.array(id).max(200))
  .optional();
const words = z
  .string()
  .max(200)
  .transform((text) => text.replaceAll('\0', '').trim())
  .optional();
const statuses = ['pending', 'open', 'closed'] as const;
const basis = z.enum(['opened', 'closed']);

/** The parameters of the report, which are also those of the page's address. */
export const filterQuery = {
  /** The dates are those of the beginning, or of the end. */
  basis: basis.default('opened'),
  dateFrom: z.iso.date('Invalid date').optional(),
  dateTo: z.iso.date('Invalid date').optional(),
  searchParam: words,
  contactId: z.coerce.number().pipe(id).optional(),
  whatsappId: ids,
  users: ids,
  queueIds: ids,
  status: z
    .string()
    .max(60)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(statuses)))
    .optional(),
  onlyRated: z.enum(['true', 'false', '1', '0']).optional(),
  rate: z.coerce.number().int().min(1).max(3).optional(),
  /** Values of filters that other plugins contribute: `tags:7,flow:3`. */
  also: z
    .string()
    .max(500)
    .regex(/^([a-z][\w-]{0,40}:[\w-]{1,60}(,|$))*$/i, 'a list of name:value')
    .optional(),
};
export const filterSchema = z.object(filterQuery);
export type FilterInput = z.output<typeof filterSchema>;

export interface Filter {
  basis: z.output<typeof basis>;
  from: Date | undefined;
  to: Date | undefined;
  /** Conditions on `queue_key`, `user_key` and `connection_key`, which sums and attendances have. */
  keys: (row: Sql) => Sql[];
  /** 0: no condition on a key; 1: on the person only; 2: on others. Sums exist for each of them. */
  grain: 0 | 1 | 2;
  /** Conditions on the attendance `a`, which only its own row can answer. */
  rows: Sql[];
  /** The numbers of contacts are shown masked. */
  masked: boolean;
}

/** The rows and numbers that a person may see. A job that acts for the person has no user: it stores this when it is scheduled. */
export const readerSchema = z.object({ onlyOf: z.number().nullable(), masked: z.boolean() });
export type Reader = z.output<typeof readerSchema>;

/** Without the right to see everybody's, people see their own attendances and those of their queues. */
export const readerOf = (scope: Scope): Reader => {
  const { user } = scope;
  return {
    onlyOf: user && user.profile === 'user' && !user.super ? user.id : null,
    masked: scope.use(contacts).masksNumbers('reader'),
  };
};

/** The coarsest sums that answer the conditions. */
const grainOf = (reader: Reader, { queueIds, users, whatsappId }: Partial<FilterInput>): Filter['grain'] => {
  if (reader.onlyOf !== null || queueIds?.length || whatsappId?.length) return 2;
  return users?.length ? 1 : 0;
};

const maxContacts = 2000;

const ownOnly = (userId: number, row: Sql): Sql => sql`(${row}.user_key = ${userId} or ${row}.queue_key in (
  select m.queue_id from queues.public_member m where m.user_id = ${userId}))`;

const byKeys = ({ onlyOf }: Reader, { queueIds, users, whatsappId }: Partial<FilterInput>): Filter['keys'] => {
  return (row) => [
    ...(onlyOf === null ? [] : [ownOnly(onlyOf, row)]),
    ...(queueIds?.length ? [sql`${row}.queue_key = any(${queueIds}::int[])`] : []),
    ...(users?.length ? [sql`${row}.user_key = any(${users}::int[])`] : []),
    ...(whatsappId?.length ? [sql`${row}.connection_key = any(${whatsappId}::int[])`] : []),
  ];
};

/** People who see masked numbers find contacts by the last four digits and by words, as in the list of conversations. */
const contactIds = async (scope: Scope, term: string, masked: boolean): Promise<number[]> => {
  const seen = masked
    ? sql`(c.name <> c.number and kernel.normalise(c.name || ' ' || c.email) like kernel.like_pattern(${term})
           or right(c.number, 4) = ${term.replaceAll(/\D/g, '')})`
    : sql`true`;
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select c.id from contacts.public_contact c
         where c.id in (select contacts.contact_match(${term}, ${maxContacts})
                        union select contacts.merged_number_match(${term}, ${masked})) and ${seen}`,
  );
  return rows.map((row) => row.id);
};

const status = (wanted: readonly string[]): Sql =>
  sql.join(
    wanted.map((one) =>
      one === 'closed'
        ? sql`a.closed_at is not null`
        : one === 'open'
          ? sql`(a.closed_at is null and a.user_id is not null)`
          : sql`(a.closed_at is null and a.user_id is null)`,
    ),
    sql` or `,
  );

/** Conditions of filters that other plugins contribute; one whose plugin is off selects nothing. */
const contributed = async (scope: Scope, also: string): Promise<Sql[]> => {
  const wanted = also.split(',').filter(Boolean);
  const items = scope.contributions(reportDimension);
  return Promise.all(
    wanted.map(async (one) => {
      const [param, value = ''] = [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)];
      const found = items.find(({ item }) => item.param === param);
      return found ? found.run((item, own) => item.where(value, own)) : sql`false`;
    }),
  );
};

export const keyFilter = (
  scope: Scope,
  basisOf: Filter['basis'],
  period: { from: Date; to: Date },
  keys: Pick<Partial<FilterInput>, 'queueIds' | 'users' | 'whatsappId'>,
): Filter => {
  const reader = readerOf(scope);
  return {
    basis: basisOf,
    from: period.from,
    to: period.to,
    keys: byKeys(reader, keys),
    grain: grainOf(reader, keys),
    rows: [],
    masked: reader.masked,
  };
};

export const readFilter = async (
  scope: Scope,
  asked: FilterInput,
  reader: Reader = readerOf(scope),
): Promise<Filter> => {
  const { timeZone } = scope.company;
  const { contactId, searchParam = '', onlyRated, rate } = asked;
  const people =
    contactId === undefined && searchParam !== '' ? await contactIds(scope, searchParam, reader.masked) : undefined;
  return {
    basis: asked.basis,
    from: asked.dateFrom === undefined ? undefined : localTime(asked.dateFrom, 0, timeZone),
    to: asked.dateTo === undefined ? undefined : localTime(addDays(asked.dateTo, 1), 0, timeZone),
    keys: byKeys(reader, asked),
    grain: grainOf(reader, asked),
    masked: reader.masked,
    rows: [
      ...(contactId === undefined ? [] : [sql`a.contact_id = ${contactId}`]),
      ...(people ? [sql`a.contact_id = any(${people}::int[])`] : []),
      ...(asked.status?.length && asked.status.length < statuses.length ? [sql`(${status(asked.status)})`] : []),
      ...(onlyRated === 'true' || onlyRated === '1' ? [sql`a.rate is not null`] : []),
      ...(rate === undefined ? [] : [sql`a.rate = ${rate}`]),
      ...(asked.also ? await contributed(scope, asked.also) : []),
    ],
  };
};

/** All conditions on the attendance `a`. */
export const attendanceWhere = ({ basis: by, from, to, keys, rows }: Filter): Sql => {
  const at = by === 'opened' ? sql`a.opened_at` : sql`a.closed_at`;
  const all = [
    ...(by === 'closed' ? [sql`a.closed_at is not null`] : []),
    ...(from ? [sql`${at} >= ${from}`] : []),
    ...(to ? [sql`${at} < ${to}`] : []),
    ...keys(sql`a`),
    ...rows,
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
};
