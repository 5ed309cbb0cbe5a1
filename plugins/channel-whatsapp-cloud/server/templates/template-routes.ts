import { AppError, conflict, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { cloudConnection } from '../account/account.ts';
import { connectionParams } from '../account/account-routes.ts';
import { reasonOf } from '../graph/failures.ts';
import { GraphError, GraphUnreachable } from '../graph/graph.ts';
import { listTemplates, syncTemplates } from './sync.ts';

/** The routes of the company’s templates, for its administrators. */
export const templateRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp-cloud/connections/:connectionId/templates', {
    access: 'whatsapp-cloud:edit',
    summary: 'Message templates of the account, in every status, as last read from WhatsApp',
    input: { params: connectionParams },
    handle: async ({ params: { connectionId } }, scope) => {
      await cloudConnection(scope, connectionId);
      return listTemplates(scope, connectionId);
    },
  });
  host.route('POST', '/whatsapp-cloud/connections/:connectionId/templates/sync', {
    access: 'whatsapp-cloud:edit',
    rate: 20,
    summary: 'Reads the message templates from WhatsApp now',
    input: { params: connectionParams },
    handle: async ({ params: { connectionId } }, scope) => {
      await cloudConnection(scope, connectionId);
      try {
        if ((await syncTemplates(scope, connectionId)) === undefined) throw conflict('ERR_CLOUD_INCOMPLETE');
      } catch (error) {
        if (error instanceof GraphUnreachable) throw new AppError(502, 'ERR_CLOUD_UNREACHABLE', { cause: error });
        if (error instanceof GraphError)
          throw new AppError(409, 'ERR_CLOUD_REFUSED', { cause: error, context: { why: reasonOf(scope, error.code) } });
        throw error;
      }
      return listTemplates(scope, connectionId);
    },
  });
};
