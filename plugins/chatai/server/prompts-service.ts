import { sql, type Scope } from '@balcao/sdk/server';
import type { Prompt, Prompts } from '../contract.ts';

/** Implements the service for other plugins. */
export const promptsService = (scope: Scope): Prompts => ({
  find: (id) =>
    scope.sql.one<Prompt & Record<string, unknown>>(
      sql`select id, title, type, description from chatai.prompt where id = ${id}`,
    ),
});
