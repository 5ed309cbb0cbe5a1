import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, useToasts } from '@balcao/sdk/client';
import { ContactDialog, type ContactDialogProps } from './ContactDialog.tsx';
import type { ContactDetails } from './contact-row.ts';
import { detailsKey } from './useContacts.ts';

export interface OpenedContactProps extends Pick<ContactDialogProps, 'onClose' | 'onSaved'> {
  id: number;
  onOpen(id: number): void;
}

/** Fetches a contact’s details before it opens the form, so that no outdated values are saved. */
export function OpenedContact({ id, onOpen, onClose, onSaved }: OpenedContactProps) {
  const toasts = useToasts();
  const { data, error } = useQuery({
    queryKey: detailsKey(id),
    queryFn: ({ signal }) => api.get<ContactDetails>(`/contacts/${id}`, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  // An open form stays open, because something may have been typed in it.
  const isMissing = error !== null && data === undefined;
  useEffect(() => {
    if (!isMissing) return;
    toasts.error(error);
    onClose();
  }, [isMissing, error, onClose, toasts]);
  return data ? <ContactDialog key={id} contact={data} onClose={onClose} onSaved={onSaved} onOpen={onOpen} /> : null;
}
