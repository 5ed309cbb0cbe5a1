import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { contactDetail } from './contact-detail.ts';
import { changedContact, contactDetails, contactParams, forced, newContact, origin } from './contact-form.ts';
import { countLookup } from './number-lookups.ts';
import { createContact, removeContact, setOrigin, updateContact } from './write-contacts.ts';

export const writingRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/contacts', {
    access: 'signed-in',
    summary: 'Creates a contact. `forceInsert` stores a number that no channel knows.',
    input: { query: forced, body: newContact },
    output: contactDetails,
    handle: async ({ query, body }, scope) => {
      const { name, number, email, origin: from, extraInfo } = body;
      await countLookup(scope, number);
      const force = query.forceInsert ?? body.forceInsert ?? false;
      const id = await createContact(scope, {
        name,
        number,
        email: email ?? '',
        origin: from || null,
        extraInfo,
        force,
      });
      return contactDetail(scope, id);
    },
  });

  host.route('PUT', '/contacts/:id', {
    access: 'signed-in',
    summary: 'Changes a contact. Readers of masked numbers cannot change them.',
    input: { params: contactParams, query: forced, body: changedContact },
    output: contactDetails,
    handle: async ({ params, query, body }, scope) => {
      await updateContact(scope, params.id, body, query.forceInsert ?? body.forceInsert ?? false);
      return contactDetail(scope, params.id);
    },
  });

  host.route('PUT', '/contacts/:id/origin', {
    access: 'signed-in',
    summary: 'Where the contact came from.',
    input: { params: contactParams, body: z.object({ origin: origin.nullish() }) },
    output: contactDetails,
    handle: async ({ params, body }, scope) => {
      await setOrigin(scope, params.id, body.origin || null);
      return contactDetail(scope, params.id);
    },
  });

  host.route('DELETE', '/contacts/:id', {
    access: 'contacts-page:deleteContact',
    summary: 'Deletes a contact without conversations.',
    input: { params: contactParams },
    handle: async ({ params }, scope) => removeContact(scope, params.id),
  });
};
