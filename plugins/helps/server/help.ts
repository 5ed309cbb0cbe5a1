import {
  conflict,
  editOf,
  mergeEdit,
  notFound,
  readPage,
  sql,
  sqlState,
  youtubeCode,
  z,
  type Scope,
} from '@balcao/sdk/server';
import type { Help } from '../contract.ts';

export const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const clean = (value: string): boolean => !value.includes('\0');
const helpForm = z.object({
  title: z.string('Required').trim().min(1, 'Required').max(255, 'Too Long!').refine(clean, 'ERR_INVALID_VALUE'),
  description: z
    .string()
    .trim()
    .max(5_000, 'Too Long!')
    .refine(clean, 'ERR_INVALID_VALUE')
    .nullable()
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

export const newHelp = helpForm.extend({ description: helpForm.shape.description.default('') });
export const helpEdit = editOf(helpForm);

export const helpOutput = z.object({ id: z.number(), title: z.string(), description: z.string(), video: z.string() });

const columns = sql`h.id, h.title, h.description, h.video`;

export const listHelps = (scope: Scope): Promise<Help[]> =>
  scope.sql.rows<Help>(sql`select ${columns} from helps.help h order by h.id`);

export const pageOfHelps = (scope: Scope, term: string, page: number) =>
  readPage<Help>(scope, {
    columns,
    from: sql`helps.help h where (${term} = '' or h.title_key like kernel.like_pattern(${term}))`,
    orderBy: sql`h.id`,
    page,
  });

const none = () => notFound('ERR_NO_HELP_FOUND');

export const saveHelp = async (scope: Scope, id: number | null, form: z.output<typeof helpForm>): Promise<Help> => {
  const { title, description, video } = form;
  try {
    const saved = await scope.sql.one<{ id: number }>(
      sql`select id from helps.save(${id}::int, ${title}, ${description}, ${video})`,
    );
    if (!saved) throw none();
    return { id: saved.id, title, description, video };
  } catch (error) {
    if (sqlState(error) === '23505') throw conflict('ERR_HELP_TITLE_IN_USE');
    throw error;
  }
};

/** The platform's table cannot be locked by rows here: edits of one film wait for each other by its name. */
export const changeHelp = (scope: Scope, id: number, body: z.output<typeof helpEdit>): Promise<Help> =>
  scope.tx(async (inner) => {
    await inner.sql.one(sql`select pg_advisory_xact_lock(hashtextextended(${`helps.help:${id}`}, 0))`);
    const row = await inner.sql.one<Help>(sql`select ${columns} from helps.help h where h.id = ${id}`);
    const change = await mergeEdit(inner, { table: 'helps.help', id, row, missing: 'ERR_NO_HELP_FOUND', body });
    if (!row) throw none();
    return saveHelp(inner, id, { ...row, ...change });
  });

export const removeHelp = async (scope: Scope, id: number): Promise<void> => {
  if (!(await scope.sql.one(sql`select id from helps.remove(${id}::int)`))) throw none();
};
