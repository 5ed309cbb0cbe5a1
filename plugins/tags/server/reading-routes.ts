import { notFound, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { listTags, tagDetail, tagPage } from './read-tags.ts';
import { tagDetails, tagOutput, tagParams } from './tag-form.ts';

const search = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});

export const readingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tags/list', {
    access: 'signed-in',
    summary: 'All tags of the company by name, for choosing.',
    output: z.array(tagOutput),
    handle: (_request, scope) => listTags(scope),
  });
  host.route('GET', '/tags', {
    access: 'tags:view',
    summary: 'Tags by name, 20 a page, each with its number of conversations; `searchParam` filters by name.',
    input: { query: search },
    output: z.object({ tags: z.array(tagDetails), hasMore: z.boolean(), count: z.number() }),
    handle: ({ query }, scope) => tagPage(scope, query.searchParam?.trim() ?? '', query.pageNumber),
  });
  host.route('GET', '/tags/:id', {
    access: 'tags:view',
    summary: 'One tag, with its number of conversations.',
    input: { params: tagParams },
    output: tagDetails,
    handle: async ({ params }, scope) => {
      const tag = await tagDetail(scope, params.id);
      if (!tag) throw notFound('ERR_NO_TAG_FOUND');
      return tag;
    },
  });
};
