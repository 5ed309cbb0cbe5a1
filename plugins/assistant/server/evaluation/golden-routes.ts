import { conflict, invalid, notFound, sql, sqlState, z, type Host, type Scope } from '@balcao/sdk/server';
import { knowledgeRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { params } from '../knowledge/source-row.ts';
import { addGolden, goldenForm, goldenOutput, listGolden, maxQuestions, type Golden } from './golden.ts';

/** ERR_TOO_MANY_QUESTIONS (409). */
export const assertRoom = async (scope: Scope): Promise<void> => {
  const row = await scope.sql.one<{ count: number }>(sql`select count(*)::int as count from assistant.golden`);
  if ((row?.count ?? 0) >= maxQuestions) throw conflict('ERR_TOO_MANY_QUESTIONS', { most: maxQuestions });
};

const one = async (scope: Scope, id: number): Promise<Golden> => {
  const found = (await listGolden(scope)).find((row) => row.id === id);
  if (!found) throw notFound('ERR_NO_QUESTION_FOUND');
  return found;
};

/** Turns a source that does not exist into an error of its field. */
const stored = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (sqlState(error) === '23503') throw invalid({ sourceId: 'ERR_NO_KNOWLEDGE_SOURCE_FOUND' });
    throw error;
  }
};

/** Questions by which the assistant is tried, with what their answers must meet. */
export const goldenRoutes = (host: Host<typeof manifest>): void => {
  const changed = (scope: Scope): void => scope.rooms.emit(knowledgeRoom, {}, 'gaps', {});
  host.route('GET', '/assistant/golden', {
    access: 'assistant:view',
    summary: 'All questions of the test, with what their answers must meet.',
    output: z.array(goldenOutput),
    handle: (_request, scope) => listGolden(scope),
  });
  host.route('POST', '/assistant/golden', {
    access: 'assistant:view',
    summary: 'Adds a question; it has to expect something.',
    input: { body: goldenForm },
    output: goldenOutput,
    handle: async ({ body }, scope) => {
      await assertRoom(scope);
      const id = await stored(addGolden(scope, body, scope.user.impersonating ? null : scope.user.id));
      changed(scope);
      return one(scope, id);
    },
  });
  host.route('PUT', '/assistant/golden/:id', {
    access: 'assistant:view',
    summary: 'Changes a question and what it expects.',
    input: { params, body: goldenForm },
    output: goldenOutput,
    handle: async ({ params: { id }, body: { question, must, mustNot, tool, sourceId } }, scope) => {
      await stored(
        scope.sql.run(
          sql`update assistant.golden set question = ${question}, must = ${must}::text[], must_not = ${mustNot}::text[], tool = ${tool},
                 source_id = ${sourceId}, updated_at = now() where id = ${id}`,
        ),
      );
      changed(scope);
      return one(scope, id);
    },
  });
  host.route('DELETE', '/assistant/golden/:id', {
    access: 'assistant:view',
    summary: 'Removes a question.',
    input: { params },
    handle: async ({ params: { id } }, scope) => {
      if ((await scope.sql.run(sql`delete from assistant.golden where id = ${id}`)) === 0)
        throw notFound('ERR_NO_QUESTION_FOUND');
      changed(scope);
    },
  });
};
