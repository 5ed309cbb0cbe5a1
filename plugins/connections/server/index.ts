import { auditName, definePlugin, resourceCount, z } from '@balcao/sdk/server';
import { firstStep } from '@balcao/first-steps/contract';
import { companyRecord } from '@balcao/companies/contract';
import { contactSource } from '@balcao/contacts/contract';
import {
  channelAdapter,
  channelTemplate,
  channelType,
  connectionDependents,
  connectionFormSection,
  connectionIntegrations,
  connections,
  connectionsRoom,
  pairingRoom,
  connectionTokenIssuer,
} from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { connectionNames } from './audit-names.ts';
import { firstChannel } from './first-step.ts';
import { addressBooks } from './address-books.ts';
import { checkAdapter } from './check-adapter.ts';
import { companyConnections } from './company-record.ts';
import { connectionsService } from './connections-service.ts';
import { connectionAlias, pairingAlias } from './connection-aliases.ts';
import { imports } from './import.ts';
import { checkDependents } from './dependents.ts';
import { connectionCount, createConnection } from './create-connection.ts';
import { routes } from './routes.ts';
import { checkTemplates } from './templates.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  audited: ['connections.connection'],
  setup(host) {
    host.contribute(firstStep, firstChannel);
    host.contribute(auditName, connectionNames);
    host.contribute(resourceCount, { id: 'connections', count: connectionCount });
    routes(host);
    imports(host);
    host.provide(connections, connectionsService(createConnection));
    host.room(connectionsRoom, { params: z.object({}), may: () => true, aliases: [connectionAlias] });
    host.room(pairingRoom, {
      params: z.object({}),
      may: (_params, scope) => scope.can('connections-page:actionButtons'),
      carries: connectionsRoom,
      aliases: [pairingAlias],
    });
    host.contribute(contactSource, addressBooks);
    host.contribute(companyRecord, companyConnections);
    host.open(channelAdapter, checkAdapter);
    host.open(channelTemplate, checkTemplates);
    host.open(channelType);
    host.open(connectionDependents, checkDependents);
    host.open(connectionFormSection);
    host.open(connectionIntegrations);
    host.open(connectionTokenIssuer);
  },
});
