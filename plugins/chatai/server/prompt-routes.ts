import { resource, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { byTitle, promptForm, promptOutput, PromptRow } from './prompt.ts';

export const promptRoutes = (host: Host<typeof manifest>): void => {
  const prompts = resource(host, PromptRow, {
    path: '/prompts',
    form: promptForm,
    output: promptOutput,
    order: sql`r.title_key`,
    search: byTitle,
    missing: 'ERR_NO_PROMPT_FOUND',
    taken: 'ERR_PROMPT_TITLE_IN_USE',
    actions: {
      list: { access: 'super', summary: 'Prompts by title, 20 a page; `searchParam` filters by title.' },
      all: { access: 'signed-in', summary: 'All prompts by title, for choosing.' },
      read: { access: 'signed-in', summary: 'One prompt.' },
      create: { access: 'super', summary: 'Adds a prompt for all companies.' },
      update: { access: 'super', summary: 'Changes a prompt.' },
      remove: { access: 'super', summary: 'Deletes a prompt.' },
    },
    platform: {
      save: (id, { title, type, description }) =>
        sql`select id from chatai.save_prompt(${id}::int, ${title}, ${type}, ${description})`,
      remove: (id) => sql`select id from chatai.remove_prompt(${id}::int)`,
    },
  });
  host.route('GET', '/prompt', {
    access: 'signed-in',
    summary: 'Prompts by title, 20 a page, under the key `prompts`.',
    output: z.object({ prompts: z.array(promptOutput) }),
    handle: async (_request, scope) => ({ prompts: await prompts.all(scope) }),
  });
};
