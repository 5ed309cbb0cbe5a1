import type { Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { changedTag, newTag, tagOutput, tagParams } from './tag-form.ts';
import { createTag, removeTag, updateTag } from './write-tags.ts';

export const writingRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/tags', {
    access: 'tags:view',
    summary: 'Adds a tag. Without a colour it gets one that few others have.',
    input: { body: newTag },
    output: tagOutput,
    handle: ({ body }, scope) => createTag(scope, body.name, body.color ?? undefined),
  });
  host.route('PUT', '/tags/:id', {
    access: 'tags:view',
    summary: 'Renames a tag or gives it another colour.',
    input: { params: tagParams, body: changedTag },
    output: tagOutput,
    handle: ({ params, body }, scope) => updateTag(scope, params.id, body),
  });
  host.route('DELETE', '/tags/:id', {
    access: 'tags:view',
    summary: 'Deletes a tag, and takes it off every conversation.',
    input: { params: tagParams },
    handle: ({ params }, scope) => removeTag(scope, params.id),
  });
};
