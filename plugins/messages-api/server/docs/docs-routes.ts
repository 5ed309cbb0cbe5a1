import { apiDescription, Reply, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

export const docsRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/openapi.json', {
    access: 'signed-in',
    summary: 'route.docs',
    input: { query: z.object({ download: z.stringbool().optional(), lang: z.enum(['pt', 'en', 'es']).optional() }) },
    handle: async ({ query }, scope) =>
      new Reply(200, scope.use(apiDescription).openapi('/api', query.lang), {
        'content-type': 'application/json; charset=utf-8',
        ...(query.download && { 'content-disposition': 'attachment; filename="balcao-openapi.json"' }),
      }),
  });
};
