import { z, type Host } from '@balcao/sdk/server';
import { contactMove, contactSource, finishMerge } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { contactDetails, contactOutput, maxId } from '../contact-form.ts';
import { contactDetail } from '../contact-detail.ts';
import { likelyDuplicates } from './likely-duplicates.ts';
import { mergeContacts, completeMerge } from './merge-contacts.ts';

const id = z.number().int().positive().max(maxId);
const side = z.enum(['kept', 'other']).optional();

export const merging = (host: Host<typeof manifest>): void => {
  host.route('GET', '/contacts/duplicates', {
    access: 'contacts-page:mergeContacts',
    summary: 'Contacts that may be one person, in groups.',
    output: z.array(z.object({ reason: z.enum(['email', 'number']), contacts: z.array(contactOutput) })),
    handle: (_request, scope) => likelyDuplicates(scope),
  });

  host.route('POST', '/contacts/merge', {
    access: 'contacts-page:mergeContacts',
    summary:
      'Merges two contacts: `keepId` remains, everything of `mergeId` moves to it. `fields`: the side of each value.',
    input: {
      body: z.object({
        keepId: id,
        mergeId: id,
        fields: z.object({ name: side, number: side, email: side, origin: side, media: side }).default({}),
      }),
    },
    output: contactDetails,
    handle: async ({ body: { keepId, mergeId, fields } }, scope) => {
      await mergeContacts(scope, keepId, mergeId, fields);
      return contactDetail(scope, keepId);
    },
  });

  host.open(contactMove, (item) => {
    if (typeof item.move !== 'function') throw new Error('a contact move needs a function `move(contacts, scope)`');
  });
  host.open(contactSource, (item) => {
    if (!/^[a-z][a-z0-9-]*$/.test(item.id))
      throw new Error('the `id` of a contact source must be lower-case words joined by dashes');
    if (typeof item.listAddressBooks !== 'function' || typeof item.read !== 'function')
      throw new Error('a contact source needs functions `listAddressBooks(scope)` and `read(bookId, scope)`');
  });
  host.job(finishMerge, {
    data: z.object({ contactId: id }),
    handle: ({ contactId }, scope) => completeMerge(scope, contactId),
  });
};
