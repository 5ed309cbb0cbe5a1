import { pageOutput, pageQuery, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import {
  changePrompt,
  listPrompts,
  pageOfPrompts,
  params,
  promptEdit,
  promptForm,
  promptOutput,
  removePrompt,
  requirePrompt,
  savePrompt,
} from './prompt.ts';

export const promptRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/prompts', {
    access: 'super',
    summary: 'Prompts by title, 20 a page; `searchParam` looks in the title.',
    input: { query: pageQuery },
    output: pageOutput(promptOutput),
    handle: ({ query }, scope) => pageOfPrompts(scope, query.searchParam, query.pageNumber),
  });
  host.route('GET', '/prompts/list', {
    access: 'signed-in',
    summary: 'All prompts by title, for choosing.',
    output: z.array(promptOutput),
    handle: (_request, scope) => listPrompts(scope),
  });
  host.route('GET', '/prompt', {
    access: 'signed-in',
    summary: 'The same under `prompts`.',
    output: z.object({ prompts: z.array(promptOutput) }),
    handle: async (_request, scope) => ({ prompts: await listPrompts(scope) }),
  });
  host.route('GET', '/prompts/:id', {
    access: 'signed-in',
    summary: 'One prompt.',
    input: { params },
    output: promptOutput,
    handle: (request, scope) => requirePrompt(scope, request.params.id),
  });
  host.route('POST', '/prompts', {
    access: 'super',
    summary: 'Adds a prompt for all companies.',
    input: { body: promptForm },
    output: promptOutput,
    handle: ({ body }, scope) => savePrompt(scope, null, body),
  });
  host.route('PUT', '/prompts/:id', {
    access: 'super',
    summary: 'Changes a prompt.',
    input: { params, body: promptEdit },
    output: promptOutput,
    handle: (request, scope) => changePrompt(scope, request.params.id, request.body),
  });
  host.route('DELETE', '/prompts/:id', {
    access: 'super',
    summary: 'Removes a prompt.',
    input: { params },
    handle: (request, scope) => removePrompt(scope, request.params.id),
  });
};
