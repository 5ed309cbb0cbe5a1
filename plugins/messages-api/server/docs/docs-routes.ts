import { apiDescription, Reply, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

export const docsRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/openapi.json', {
    access: 'signed-in',
    summary: 'The API as OpenAPI 3.1: the routes of modules that are on, as far as you may use them.',
    input: { query: z.object({ download: z.stringbool().optional() }) },
    handle: async ({ query }, scope) =>
      new Reply(200, scope.use(apiDescription).openapi('/api'), {
        'content-type': 'application/json; charset=utf-8',
        ...(query.download && { 'content-disposition': 'attachment; filename="balcao-openapi.json"' }),
      }),
  });
};
