import { useState } from 'react';
import { Input } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { ContactList } from '../contract.ts';

export interface FoundDialogProps {
  /** '' for all contacts. */
  term: string;
  onClose(): void;
}

/** Creates a list of the contacts that the page of contacts shows. */
export default function FoundDialog({ term, onClose }: FoundDialogProps) {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = async (): Promise<void> => {
    const list = await api.post<ContactList>('/contact-lists/from-contacts', { name, searchParam: term });
    toasts.success(t('found.done', { name: list.name, count: format.number(list.contactsCount) }));
    onClose();
    void navigate(`/contact-lists/${list.id}/contacts`);
  };
  return (
    <FormDialog
      open
      title={t('found.title')}
      subtitle={term === '' ? t('found.all') : t('found.some', { term })}
      submitLabel={t('found.create')}
      onSubmit={create}
      onClose={onClose}
    >
      <FormRow label={t('found.name')} name="name" required>
        <Input autoFocus value={name} onChange={(_, { value }) => setName(value)} />
      </FormRow>
    </FormDialog>
  );
}
