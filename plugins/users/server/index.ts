import { definePlugin, loginStep } from '@balcao/sdk/server';
import { firstStep } from '@balcao/first-steps/contract';
import { contactSight, userBulkAction, userExtra, userFormSection } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { bulkRoute } from './bulk.ts';
import { contactSightOf } from './contact-sight.ts';
import { firstColleague } from './first-step.ts';
import { assistantFields } from './assistant-fields.ts';
import { invitationRoutes, ownPasswordStep } from './invitations.ts';
import { livePeople } from './live.ts';
import { pictureRoutes } from './pictures.ts';
import { userRoutes } from './routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    host.contribute(firstStep, firstColleague);
    host.provide(contactSight, contactSightOf);
    host.contribute(loginStep, ownPasswordStep);
    userRoutes(host);
    bulkRoute(host);
    pictureRoutes(host);
    invitationRoutes(host);
    livePeople(host);
    host.open(userExtra, ({ field, load, save }) => {
      if (!field || typeof load !== 'function' || typeof save !== 'function')
        throw new Error('a contribution to users.extra needs a field, load() and save()');
    });
    host.open(userFormSection);
    host.open(userBulkAction);
    for (const field of assistantFields) host.contribute(userExtra, field);
  },
});
