import { pageOutput, pageQuery, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import {
  changeHelp,
  helpEdit,
  helpOutput,
  listHelps,
  newHelp,
  pageOfHelps,
  params,
  removeHelp,
  saveHelp,
} from './help.ts';

export const helpRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/helps', {
    access: 'signed-in',
    summary: 'Help films, 20 a page; `searchParam` looks in the title.',
    input: { query: pageQuery },
    output: pageOutput(helpOutput),
    handle: ({ query }, scope) => pageOfHelps(scope, query.searchParam, query.pageNumber),
  });
  host.route('GET', '/helps/list', {
    access: 'signed-in',
    summary: 'All help films, the oldest first.',
    output: z.array(helpOutput),
    handle: (_request, scope) => listHelps(scope),
  });
  host.route('POST', '/helps', {
    access: 'super',
    summary: 'Adds a help film; `video` is its code or address on YouTube.',
    input: { body: newHelp },
    output: helpOutput,
    handle: ({ body }, scope) => saveHelp(scope, null, body),
  });
  host.route('PUT', '/helps/:id', {
    access: 'super',
    summary: 'Changes a help film.',
    input: { params, body: helpEdit },
    output: helpOutput,
    handle: (request, scope) => changeHelp(scope, request.params.id, request.body),
  });
  host.route('DELETE', '/helps/:id', {
    access: 'super',
    summary: 'Removes a help film.',
    input: { params },
    handle: (request, scope) => removeHelp(scope, request.params.id),
  });
};
