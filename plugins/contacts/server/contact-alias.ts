import { companyAlias } from '@balcao/sdk/server';
import { findContact } from './contact-row.ts';
import { maskNumber, masksNumbers } from './masking.ts';

/** The specification’s live message about contacts: `company-{id}-contact` {action, contact | contactId}. */
export const contactAlias = companyAlias('contact', async ({ event, data }, scope) => {
  const { contactId, isNew } = data as { contactId: number; isNew: boolean };
  const contact = event === 'update' ? await findContact(scope, contactId) : undefined;
  if (!contact) return { action: 'delete', contactId };
  const { number } = contact;
  // The name of a contact without a name is its number.
  const name = contact.name === number && masksNumbers(scope, 'somebody') ? maskNumber(number) : contact.name;
  const shown = masksNumbers(scope, 'somebody') ? maskNumber(number) : number;
  return { action: isNew ? 'create' : 'update', contact: { ...contact, name, number: shown } };
});
