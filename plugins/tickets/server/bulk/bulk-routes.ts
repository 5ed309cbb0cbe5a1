import type { Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { changeMany } from './bulk-change.ts';
import { bulkBody, bulkOutput } from './bulk-form.ts';

export const bulkRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/tickets/bulk', {
    access: 'signed-in',
    summary: 'Accepts, resolves, transfers, reopens or marks read up to 500 conversations, each by the rules of one.',
    input: { body: bulkBody },
    output: bulkOutput,
    handle: ({ body }, scope) => changeMany(scope, body),
  });
};
