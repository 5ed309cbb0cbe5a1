import { definePlugin, z } from '@balcao/sdk/server';
import { contactChanged, contactFormSection, contacts, contactsRoom, numberCheck } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { contactsService } from './contacts-service.ts';
import { readingRoutes } from './reading-routes.ts';
import { writingRoutes } from './writing-routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    readingRoutes(host);
    writingRoutes(host);
    host.provide(contacts, contactsService);
    host.room(contactsRoom, { params: z.object({}), may: () => true });
    // Contacts also change inside SQL functions, so what is live follows the stored event.
    host.on(contactChanged, 'live', async ({ contactId, action }, scope) => {
      scope.rooms.emit(contactsRoom, {}, action === 'delete' ? 'delete' : 'update', { contactId });
    });
    host.open(numberCheck, (item) => {
      if (typeof item.check !== 'function') throw new Error('it needs a function `check(number, scope)`');
    });
    host.open(contactFormSection);
  },
});
