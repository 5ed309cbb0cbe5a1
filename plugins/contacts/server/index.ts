import { auditName, definePlugin, z } from '@balcao/sdk/server';
import { companyRecord } from '@balcao/companies/contract';
import {
  contactChanged,
  contactFormSection,
  contactListAction,
  contactListColumn,
  contactListExtra,
  contactPageAction,
  contacts,
  contactsRoom,
  numberCheck,
  personalData,
  spreadsheets,
} from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { attachmentRoutes } from './attachment/attachment-routes.ts';
import { contactNames } from './audit-names.ts';
import { companyOrigins } from './company-origins.ts';
import { contactAlias } from './contact-alias.ts';
import { contactsService } from './contacts-service.ts';
import { exportRoutes } from './export/export-routes.ts';
import { importRoutes } from './import/import-routes.ts';
import { importJobs } from './import/run-import.ts';
import { spreadsheetsService } from './import/spreadsheets.ts';
import { merging } from './merge/merge-routes.ts';
import { ownData } from './personal-data.ts';
import { readingRoutes } from './reading-routes.ts';
import { writingRoutes } from './writing-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    // Before the routes that have a contact’s id in the same position.
    importRoutes(host);
    exportRoutes(host);
    merging(host);
    readingRoutes(host);
    writingRoutes(host);
    attachmentRoutes(host);
    importJobs(host);
    host.provide(contacts, contactsService());
    host.provide(spreadsheets, spreadsheetsService);
    host.room(contactsRoom, { params: z.object({}), may: () => true, aliases: [contactAlias] });
    // SQL functions change contacts too, so live updates follow the stored event.
    host.on(contactChanged, 'live', async ({ contactId, action }, scope) => {
      const isNew = action === 'create';
      scope.rooms.emit(contactsRoom, {}, action === 'delete' ? 'delete' : 'update', { contactId, isNew });
    });
    host.open(numberCheck, (item) => {
      if (typeof item.check !== 'function') throw new Error('a number check needs a function `check(number, scope)`');
    });
    host.open(personalData, (item) => {
      if (typeof item.collect !== 'function' || typeof item.erase !== 'function')
        throw new Error('a personal data contribution needs `collect(contactId, scope)` and `erase(contactId, scope)`');
    });
    host.contribute(auditName, contactNames);
    host.contribute(personalData, ownData);
    host.contribute(companyRecord, companyOrigins);
    host.open(contactFormSection);
    host.open(contactListExtra, ({ id, load }) => {
      if (!id || typeof load !== 'function')
        throw new Error('a contact list extra needs `id` and `load(contactIds, scope)`');
    });
    host.open(contactListColumn);
    host.open(contactListAction);
    host.open(contactPageAction);
  },
});
