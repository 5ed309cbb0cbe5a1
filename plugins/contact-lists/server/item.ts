import { notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { contacts, digitsOfNumber } from '@balcao/contacts/contract';
import type { ContactListItem } from '../contract.ts';
import { id, name } from './contact-list.ts';

/** People paste numbers with blanks, brackets and a plus sign; only the digits are stored. */
const number = z
  .string('Preencher num. válido')
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().min(8, 'Preencher num. válido').max(50, 'Num. muito longo!'));
const email = z.union(
  [z.literal(''), z.string().trim().max(254, 'Email inválido').pipe(z.email('Email inválido'))],
  'Email inválido',
);

export const itemForm = z.object({
  name,
  number,
  email: email.nullish(),
  contactListId: id,
  // The company is the caller's; clients of the specification send it.
  companyId: z.coerce.number().int().nullish(),
  // Only to restore a removed person.
  variables: z.record(z.string().max(40), z.string().max(2000)).optional(),
});

export const itemOutput = z.object({
  id: z.number(),
  contactListId: z.number(),
  companyId: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  isWhatsappValid: z.boolean().nullable(),
  ddd: z.number().nullable(),
  variables: z.record(z.string(), z.string()),
});

/** True if this reader sees only the last digits of numbers. */
export const isMasked = (scope: Scope): boolean => scope.use(contacts).masksNumbers('reader');

const columns = (scope: Scope): Sql => sql`i.id, i.contact_list_id as "contactListId", i.company_id as "companyId",
  contacts.visible(i.name, i.number, ${isMasked(scope)}) as name, contacts.visible(i.number, i.number, ${isMasked(scope)}) as number,
  i.email, i.is_whatsapp_valid as "isWhatsappValid", i.ddd::int as ddd, i.variables`;

export const findItem = (scope: Scope, wanted: number): Promise<ContactListItem | undefined> =>
  scope.sql.one<ContactListItem>(sql`select ${columns(scope)} from contact_lists.item i where i.id = ${wanted}`);

export const requireItem = async (scope: Scope, wanted: number): Promise<ContactListItem> => {
  const item = await findItem(scope, wanted);
  if (!item) throw notFound('ERR_NO_CONTACT_LIST_ITEM_FOUND');
  return item;
};

/** Condition for people whose name, e-mail or number contains a term. Masked readers find numbers by the last four digits. */
const matching = (scope: Scope, term: string): Sql => {
  if (term === '') return sql`true`;
  const byText = sql`i.search_text like kernel.like_pattern(${term})`;
  const digits = digitsOfNumber(term) ?? (/^\d+$/.test(term) ? term : undefined);
  if (digits === undefined) return byText;
  return isMasked(scope)
    ? sql`(${byText} and i.name <> i.number or right(i.number, 4) = ${digits})`
    : sql`(${byText} or i.number like ${`%${digits}%`} or i.number_key like ${`%${digits}%`})`;
};

const perPage = 20;

/** Returns one page of a list's people by name. */
export const itemPage = async (
  scope: Scope,
  list: { id: number; contactsCount: number },
  term: string,
  page: number,
): Promise<{ contacts: ContactListItem[]; hasMore: boolean; count: number }> => {
  const where = sql`i.contact_list_id = ${list.id} and ${matching(scope, term)}`;
  const rows = await scope.sql.rows<ContactListItem>(
    sql`select ${columns(scope)} from contact_lists.item i where ${where}
         order by i.name_sort, i.id limit ${perPage + 1} offset ${(page - 1) * perPage}`,
  );
  const counted =
    term === ''
      ? undefined
      : await scope.sql.one<{ count: number }>(
          sql`select count(*)::int as count from contact_lists.item i where ${where}`,
        );
  return {
    contacts: rows.slice(0, perPage),
    hasMore: rows.length > perPage,
    count: counted?.count ?? list.contactsCount,
  };
};
