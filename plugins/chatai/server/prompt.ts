import { conflict, editOf, mergeEdit, notFound, readPage, sql, sqlState, z, type Scope } from '@balcao/sdk/server';

export const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const words = (most: number) =>
  z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .max(most, 'Too Long!')
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE');
export const promptForm = z.object({
  title: words(255),
  // Forms of other times send choices as text.
  type: z.coerce.number('Required').int('ERR_INVALID_VALUE').min(1, 'ERR_INVALID_VALUE').max(3, 'ERR_INVALID_VALUE'),
  description: words(20_000),
});
export const promptEdit = editOf(promptForm);
export const promptOutput = z.object({
  id: z.number(),
  title: z.string(),
  type: z.number(),
  description: z.string(),
});
export type PromptRow = z.output<typeof promptOutput>;

const columns = sql`p.id, p.title, p.type, p.description`;

export const listPrompts = (scope: Scope): Promise<PromptRow[]> =>
  scope.sql.rows<PromptRow>(sql`select ${columns} from chatai.prompt p order by p.title_key`);

export const pageOfPrompts = (scope: Scope, term: string, page: number) =>
  readPage<PromptRow>(scope, {
    columns,
    from: sql`chatai.prompt p where (${term} = '' or p.title_key like kernel.like_pattern(${term}))`,
    orderBy: sql`p.title_key`,
    page,
  });

const none = () => notFound('ERR_NO_PROMPT_FOUND');

export const requirePrompt = async (scope: Scope, id: number): Promise<PromptRow> => {
  const prompt = await scope.sql.one<PromptRow>(sql`select ${columns} from chatai.prompt p where p.id = ${id}`);
  if (!prompt) throw none();
  return prompt;
};

export const savePrompt = async (
  scope: Scope,
  id: number | null,
  form: z.output<typeof promptForm>,
): Promise<PromptRow> => {
  const { title, type, description } = form;
  try {
    const saved = await scope.sql.one<{ id: number }>(
      sql`select id from chatai.save_prompt(${id}::int, ${title}, ${type}, ${description})`,
    );
    if (!saved) throw none();
    return { id: saved.id, title, type, description };
  } catch (error) {
    if (sqlState(error) === '23505') throw conflict('ERR_PROMPT_TITLE_IN_USE');
    throw error;
  }
};

/** The platform's table cannot be locked by rows here: edits of one prompt wait for each other by its name. */
export const changePrompt = (scope: Scope, id: number, body: z.output<typeof promptEdit>): Promise<PromptRow> =>
  scope.tx(async (inner) => {
    await inner.sql.one(sql`select pg_advisory_xact_lock(hashtextextended(${`chatai.prompt:${id}`}, 0))`);
    const row = await inner.sql.one<PromptRow>(sql`select ${columns} from chatai.prompt p where p.id = ${id}`);
    const change = await mergeEdit(inner, { table: 'chatai.prompt', id, row, missing: 'ERR_NO_PROMPT_FOUND', body });
    if (!row) throw none();
    return savePrompt(inner, id, { ...row, ...change });
  });

export const removePrompt = async (scope: Scope, id: number): Promise<void> => {
  if (!(await scope.sql.one(sql`select id from chatai.remove_prompt(${id}::int)`))) throw none();
};
