import { conflict, notFound, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';

const maxFilters = 30;
const page = z.enum(['dashboard', 'report']);
const filters = z.record(z.string().max(40), z.string().max(500)).refine((all) => Object.keys(all).length <= 20);
const saved = z.object({ id: z.number(), name: z.string(), filters });
type Saved = z.output<typeof saved>;

export const savedFilterRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/ticketreport/filters', {
    access: 'signed-in',
    summary: 'The filters that the reader saved for a page, by name.',
    input: { query: z.object({ page }) },
    output: z.array(saved),
    handle: ({ query }, scope) =>
      scope.sql.rows<Saved>(
        sql`select id, name, filters from reports.saved_filter where user_id = ${scope.user.id} and page = ${query.page} order by name, id`,
      ),
  });
  host.route('POST', '/ticketreport/filters', {
    access: 'signed-in',
    summary: 'Saves a filter; one of the same name is replaced.',
    input: {
      body: z.object({ page, name: z.string().trim().min(1, 'Required').max(50, 'Too Long!'), filters }),
    },
    output: saved,
    handle: async ({ body }, scope) => {
      // A super user inside another company is none of its people, to whom a filter could belong.
      if (scope.user.impersonating) throw conflict('ERR_REPORT_VISITOR');
      const count = await scope.sql.one<{ count: number }>(
        sql`select count(*)::int as count from reports.saved_filter where user_id = ${scope.user.id} and page = ${body.page} and name <> ${body.name}`,
      );
      if ((count?.count ?? 0) >= maxFilters) throw conflict('ERR_REPORT_TOO_MANY_FILTERS', { max: maxFilters });
      const row = await scope.sql.one<Saved>(sql`
        insert into reports.saved_filter (user_id, page, name, filters)
        values (${scope.user.id}, ${body.page}, ${body.name}, ${JSON.stringify(body.filters)}::jsonb)
        on conflict (company_id, user_id, page, name) do update set filters = excluded.filters
        returning id, name, filters`);
      if (!row) throw notFound('ERR_NO_REPORT_FILTER_FOUND');
      return row;
    },
  });
  host.route('DELETE', '/ticketreport/filters/:id', {
    access: 'signed-in',
    summary: 'Deletes a saved filter of the reader.',
    input: { params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }) },
    handle: async ({ params }, scope) => {
      const gone = await scope.sql.run(
        sql`delete from reports.saved_filter where id = ${params.id} and user_id = ${scope.user.id}`,
      );
      if (gone === 0) throw notFound('ERR_NO_REPORT_FILTER_FOUND');
    },
  });
};
