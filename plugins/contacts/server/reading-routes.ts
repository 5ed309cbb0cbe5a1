import { notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type { Contact } from '../contract.ts';
import type manifest from '../manifest.ts';
import { contactDetails, contactOutput, contactParams } from './contact-form.ts';
import { withExtras } from './list-extras.ts';
import { countLookup } from './number-lookups.ts';
import { contactDetail } from './contact-detail.ts';
import { byName, contactColumns, matching } from './contact-row.ts';

const perPage = 20;
const maxInList = 1000;

const search = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});

const contactPage = async (scope: Scope, term: string, limit: number, offset: number): Promise<Contact[]> =>
  scope.sql.rows<Contact>(
    sql`select ${contactColumns(scope)} from contacts.contact c
         where c.merged_into is null and ${term === '' ? sql`true` : matching(scope, term)}
         order by ${byName(scope)} limit ${limit} offset ${offset}`,
  );

const countOf = async (scope: Scope, term: string): Promise<number> => {
  const row = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from contacts.contact c
         where c.merged_into is null and ${term === '' ? sql`true` : matching(scope, term)}`,
  );
  return row?.count ?? 0;
};

export const readingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/contacts', {
    access: 'signed-in',
    summary:
      'Contacts by name, 20 a page; `searchParam` looks in name, number and email. The first page says how many there are.',
    input: { query: search },
    output: z.object({ contacts: z.array(contactOutput), hasMore: z.boolean(), count: z.number().optional() }),
    handle: async ({ query }, scope) => {
      const term = query.searchParam?.trim() ?? '';
      const found = await contactPage(scope, term, perPage + 1, (query.pageNumber - 1) * perPage);
      const hasMore = found.length > perPage;
      const count = query.pageNumber > 1 ? undefined : hasMore ? await countOf(scope, term) : found.length;
      const contacts = await withExtras(scope, found.slice(0, perPage));
      return { contacts, hasMore, ...(count !== undefined && { count }) };
    },
  });

  host.route('GET', '/contacts/list', {
    access: 'signed-in',
    summary: 'Up to 1,000 contacts by name, for choosing one.',
    input: { query: search.pick({ searchParam: true }) },
    output: z.array(contactOutput),
    handle: ({ query }, scope) => contactPage(scope, query.searchParam?.trim() ?? '', maxInList, 0),
  });

  host.route('GET', '/contacts/get-by-number/:digits', {
    access: 'signed-in',
    summary:
      'The contact of a number. Readers of masked numbers have a limit of 20 calls a minute and 60 a day, each with an audit entry.',
    input: { params: z.object({ digits: z.string().max(60) }) },
    output: contactDetails,
    handle: async ({ params }, scope) => {
      const digits = params.digits.replace(/\D/g, '');
      await countLookup(scope, digits);
      const row = await scope.sql.one<{ id: number | null }>(sql`select contacts.contact_of_number(${digits}) as id`);
      if (!row?.id) throw notFound('ERR_NO_CONTACT_FOUND');
      return contactDetail(scope, row.id);
    },
  });

  host.route('GET', '/contacts/:id', {
    access: 'signed-in',
    summary: 'One contact.',
    input: { params: contactParams },
    output: contactDetails,
    handle: ({ params }, scope) => contactDetail(scope, params.id),
  });
};
