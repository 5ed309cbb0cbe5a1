import { definePlugin, z } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import { areaCodes, doNotContact, itemsRoom, lists } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { id, ListRow, listRoutes, params } from './contact-list.ts';
import { foundRoute } from './found-route.ts';
import { importRoutes } from './import/import-routes.ts';
import { judgeJob } from './import/judge-again.ts';
import { readJob } from './import/read-file.ts';
import { importJobs } from './import/run-import.ts';
import { itemRoutes } from './item-routes.ts';
import { listsService } from './lists-service.ts';
import { itemsOfPerson } from './personal-data.ts';

export default definePlugin(manifest, {
  entities: [ListRow],
  migrations,
  routines,
  audited: ['contact_lists.contact_list'],
  setup(host) {
    // Before the routes that have a list’s id in the same position.
    foundRoute(host);
    importRoutes(host);
    listRoutes(host);
    itemRoutes(host);
    readJob(host);
    judgeJob(host);
    importJobs(host);
    host.route('GET', '/contacts-state', {
      access: 'contact-lists:view',
      summary: 'The Brazilian area codes with their state.',
      output: z.array(z.object({ id: z.number(), ddd: z.number(), state: z.string() })),
      handle: async () => areaCodes.map((one, at) => ({ id: at + 1, ...one })),
    });
    host.route('GET', '/contact-lists/:id/variables', {
      access: 'contact-lists:view',
      summary: 'Names of the variables that people of a list have values for, from columns of imported spreadsheets.',
      input: { params },
      output: z.array(z.string()),
      handle: (request, scope) => scope.use(lists).variables(request.params.id),
    });
    host.provide(lists, listsService);
    host.open(doNotContact, (item) => {
      if (!item.id || typeof item.find !== 'function')
        throw new Error('a do-not-contact contribution needs `id` and `find(numberKeys, scope)`');
    });
    host.contribute(personalData, itemsOfPerson);
    host.room(itemsRoom, {
      params: z.object({ contactListId: id }),
      may: (_params, scope) => scope.can('contact-lists:view'),
    });
  },
});
