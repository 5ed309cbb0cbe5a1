import { Readable } from 'node:stream';
import { notFound, Reply, z, type Host } from '@balcao/sdk/server';
import { spreadsheets } from '@balcao/contacts/contract';
import type manifest from '../../manifest.ts';
import { findFlow } from '../flow-store.ts';
import { answerLines, answerRows } from '../numbers/answers-file.ts';
import { params, rangeOfVersion } from './fields.ts';

export const answerRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/:id/answers/export', {
    access: 'flows:view',
    audit: 'flows.exported',
    summary:
      'What customers answered, as a file (`csv` or `xlsx`): a row a conversation, a column a variable. Masked numbers stay masked.',
    rate: 30,
    input: { params, query: rangeOfVersion.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }) },
    async handle({ params: { id: flowId }, query: { format, ...range } }, scope) {
      const flow = await findFlow(scope, flowId);
      if (!flow) throw notFound('ERR_NO_FLOW_FOUND');
      await scope.audit({ action: 'flows.exported', subject: flow.title });
      const isWorkbook = format === 'xlsx';
      const content = isWorkbook
        ? scope.use(spreadsheets).write(scope.t('server.answers.sheet'), answerRows(scope, flowId, range))
        : answerLines(scope, flowId, range);
      return new Reply(200, Readable.from(content, { objectMode: false }), {
        'content-type': isWorkbook
          ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
          : 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="respostas-${flowId}.${format}"`,
      });
    },
  });
};
