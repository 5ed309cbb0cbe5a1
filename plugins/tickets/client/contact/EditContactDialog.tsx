import { useState } from 'react';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, useForm } from '@balcao/sdk/ui';
import { catchUp } from '../data/ticketCache.ts';
import { contactFaults, faultTexts } from '../dialogs/contact-form.ts';
import type { ContactFaults, ContactValues } from '../dialogs/contact-form.ts';
import { ContactFields } from '../dialogs/ContactFields.tsx';
import { useForcedSave } from '../dialogs/useForcedSave.tsx';
import { askContactAgain } from './contact-details.ts';
import type { ContactDetails } from './contact-details.ts';

/** Mends a contact without leaving the conversation. */
export function EditContactDialog({ contact, onClose }: { contact: ContactDetails; onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const { user } = useSession();
  const forced = useForcedSave();
  const [faults, setFaults] = useState<ContactFaults>({});
  const isHidden = contact.number.startsWith('*');
  const isNumberFixed = isHidden || (user.profile === 'user' && contact.number !== '');
  const form = useForm({
    row: contact,
    valuesOf: (row): ContactValues => ({ name: row?.name ?? '', number: row?.number ?? '', email: row?.email ?? '' }),
    bodyOf: ({ name, number, email }) => ({
      name: name.trim(),
      email: email.trim(),
      ...(!isNumberFixed && { number }),
    }),
  });
  const { values } = form;

  const submit = async (): Promise<void> => {
    // Somebody from a site has no number, and needs none to be renamed.
    const asksNumber = !isNumberFixed && !(contact.number === '' && values.number === '');
    const wrong = faultTexts(
      contactFaults({ name: values.name, email: values.email, ...(asksNumber ? { number: values.number } : {}) }),
      t,
    );
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    await forced.watch(() => api.put(`/contacts/${contact.id}`, { ...form.body(), forceInsert: forced.force }));
    void askContactAgain(contact.id);
    catchUp();
    toasts.success(t('contact.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      title={t('contact.edit')}
      submitLabel={t('contact.save')}
      width={440}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      <ContactFields values={values} faults={faults} isNumberFixed={isNumberFixed} onChange={form.change} />
      {forced.question}
    </FormDialog>
  );
}
