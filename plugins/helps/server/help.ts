import { conflict, notFound, sql, youtubeCode, z, type Scope } from '@balcao/sdk/server';
import type { Help } from '../contract.ts';

export const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const clean = (value: string): boolean => !value.includes('\0');
export const helpForm = z.object({
  title: z.string('Required').trim().min(1, 'Required').max(255, 'Too Long!').refine(clean, 'ERR_INVALID_VALUE'),
  description: z
    .string()
    .trim()
    .max(5_000, 'Too Long!')
    .refine(clean, 'ERR_INVALID_VALUE')
    .nullish()
    .transform((text) => text ?? ''),
  video: z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .max(500, 'Too Long!')
    .transform((text, context): string => {
      const code = youtubeCode(text);
      if (code === undefined) context.addIssue({ code: 'custom', message: 'ERR_INVALID_VIDEO' });
      return code ?? '';
    }),
});

export const helpOutput = z.object({ id: z.number(), title: z.string(), description: z.string(), video: z.string() });

const columns = sql`h.id, h.title, h.description, h.video`;
const perPage = 20;

export const listHelps = (scope: Scope): Promise<Help[]> =>
  scope.sql.rows<Help>(sql`select ${columns} from helps.help h order by h.id`);

export const pageOfHelps = async (
  scope: Scope,
  term: string,
  page: number,
): Promise<{ records: Help[]; hasMore: boolean; count: number }> => {
  const which = sql`(${term} = '' or h.title_key like kernel.like_pattern(${term}))`;
  const rows = await scope.sql.rows<Help>(
    sql`select ${columns} from helps.help h where ${which} order by h.id limit ${perPage + 1} offset ${(page - 1) * perPage}`,
  );
  const total = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from helps.help h where ${which}`,
  );
  return { records: rows.slice(0, perPage), hasMore: rows.length > perPage, count: total?.count ?? 0 };
};

const none = () => notFound('ERR_NO_HELP_FOUND');

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown } | null)?.code ?? (error as { cause?: { code?: unknown } } | null)?.cause?.code;

export const saveHelp = async (scope: Scope, id: number | null, form: z.output<typeof helpForm>): Promise<Help> => {
  const { title, description, video } = form;
  try {
    const saved = await scope.sql.one<{ id: number }>(
      sql`select id from helps.save(${id}::int, ${title}, ${description}, ${video})`,
    );
    if (!saved) throw none();
    return { id: saved.id, ...form };
  } catch (error) {
    if (codeOf(error) === '23505') throw conflict('ERR_HELP_TITLE_IN_USE');
    throw error;
  }
};

export const removeHelp = async (scope: Scope, id: number): Promise<void> => {
  if (!(await scope.sql.one(sql`select id from helps.remove(${id}::int)`))) throw none();
};
