import { notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import type { SourceKind } from '../../contract.ts';
import type { SourceView } from '../../source-view.ts';

export type SignedIn = Scope & { readonly user: NonNullable<Scope['user']> };

export const id = z.coerce.number().int().positive().max(2_147_483_647);
export const params = z.object({ id });
/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
export const required = (max: number) =>
  z.string('Required').transform(storable).pipe(z.string().trim().min(1, 'Required').max(max, 'Too Long!'));

export const sourceOutput = z.object({
  id: z.number(),
  kind: z.enum(['faq', 'quick', 'text', 'file', 'site']),
  title: z.string().describe('Empty for questions and quick messages, which are one source each.'),
  url: z.string(),
  body: z.string(),
  fileName: z.string().nullable(),
  fileMime: z.string().nullable(),
  state: z.enum(['waiting', 'reading', 'ready', 'failed']),
  error: z.string().nullable().describe('Suffix of a text under `sourceError`.'),
  isOn: z.boolean(),
  pages: z.number(),
  pagesDone: z.number(),
  parts: z.number().describe('Number of questions, quick messages or pages that it consists of.'),
  chunks: z.number(),
  uses: z.number().describe('Uses in the last 30 days.'),
  readAt: z.string().nullable(),
  switchedAt: z.string().nullable(),
  createdBy: z.object({ id: z.number(), name: z.string() }).nullable(),
});

const view = (where: Sql): Sql => sql`
  select s.id, s.kind, s.title, s.url, s.body, s.file_name as "fileName", s.file_mime as "fileMime", s.state, s.error,
         s.is_on as "isOn", s.pages, s.pages_done as "pagesDone", coalesce(c.chunks, 0)::int as chunks,
         coalesce(c.parts, 0)::int as parts, coalesce(u.uses, 0)::int as uses,
         to_json(s.read_at) #>> '{}' as "readAt", to_json(s.switched_at) #>> '{}' as "switchedAt",
         case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as "createdBy"
    from assistant.source s
    left join lateral (select count(*) as chunks, count(distinct part) as parts from assistant.chunk c
                        where c.company_id = s.company_id and c.source_id = s.id) c on true
    left join lateral (select sum(uses) as uses from assistant.use u
                        where u.company_id = s.company_id and u.source_id = s.id and u.day > current_date - 30) u on true
    left join kernel."user" p on p.company_id = s.company_id and p.id = s.created_by
   where ${where} order by uses desc, s.id`;

export const listSources = (scope: Scope, where: Sql = sql`true`): Promise<SourceView[]> =>
  scope.sql.rows<SourceView & Record<string, unknown>>(view(where));

/** ERR_NO_KNOWLEDGE_SOURCE_FOUND (404). */
export const requireSource = async (scope: Scope, wanted: number): Promise<SourceView> => {
  const [row] = await listSources(scope, sql`s.id = ${wanted}`);
  if (!row) throw notFound('ERR_NO_KNOWLEDGE_SOURCE_FOUND');
  return row;
};

/** All questions are one source, and so are all shared quick messages; each exists from its first use on. */
export const singleSource = async (scope: Scope, kind: Extract<SourceKind, 'faq' | 'quick'>): Promise<number> => {
  const row = await scope.sql.one<{ id: number }>(
    sql`with made as (
          insert into assistant.source (kind, title, state) values (${kind}, '', 'ready')
          on conflict (company_id, kind) where kind in ('faq', 'quick') do nothing returning id)
        select id from made union all select id from assistant.source where kind = ${kind} limit 1`,
  );
  return row?.id ?? 0;
};
