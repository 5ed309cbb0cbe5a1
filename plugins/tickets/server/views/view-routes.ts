import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { changeView, listViews, orderViews, removeView, saveView } from './saved-views.ts';
import { changedView, newView, viewOrder, viewOutput, viewParams } from './view-form.ts';

/** Saved views: filters of the list under a name, which each person has for themselves. */
export const viewRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets/views', {
    access: 'signed-in',
    summary: 'The reader’s saved views, in the reader’s order.',
    output: z.array(viewOutput),
    handle: (_request, scope) => listViews(scope),
  });
  host.route('POST', '/tickets/views', {
    access: 'signed-in',
    summary: 'Saves filters under a name; at `position` when given, else last.',
    input: { body: newView },
    output: viewOutput,
    handle: ({ body }, scope) => saveView(scope, body),
  });
  host.route('PUT', '/tickets/views', {
    access: 'signed-in',
    summary: 'Orders the views.',
    input: { body: viewOrder },
    output: z.array(viewOutput),
    handle: ({ body }, scope) => orderViews(scope, body.ids),
  });
  host.route('PUT', '/tickets/views/:id', {
    access: 'signed-in',
    summary: 'Changes the name or the filters of a view.',
    input: { params: viewParams, body: changedView },
    output: viewOutput,
    handle: ({ params, body }, scope) => changeView(scope, params.id, body),
  });
  host.route('DELETE', '/tickets/views/:id', {
    access: 'signed-in',
    summary: 'Deletes a view.',
    input: { params: viewParams },
    handle: ({ params }, scope) => removeView(scope, params.id),
  });
};
