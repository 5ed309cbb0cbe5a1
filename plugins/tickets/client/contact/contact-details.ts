import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';

/** A line of extra information being edited. */
export interface WrittenLine {
  name: string;
  value: string;
}
export interface ExtraLine extends WrittenLine {
  id: number;
}
export interface ContactDetails {
  id: number;
  name: string;
  number: string;
  email: string;
  profilePicUrl: string | null;
  origin?: string | null;
  extraInfo?: ExtraLine[];
}

export const contactDetailsKey = ['tickets', 'contact'] as const;
const keyOf = (contactId: number) => [...contactDetailsKey, contactId] as const;

/** The contact of a conversation: at once with what the conversation knows, the rest when it is loaded. */
export function useContactDetails(ticket: TicketView): ContactDetails {
  const { data } = useQuery({
    queryKey: keyOf(ticket.contactId),
    queryFn: ({ signal }) => api.get<ContactDetails>(`/contacts/${ticket.contactId}`, {}, { signal }),
    placeholderData: () => ticket.contact,
    staleTime: 30_000,
  });
  return data ?? ticket.contact;
}

export const fetchContact = (contactId: number): Promise<ContactDetails> =>
  api.get<ContactDetails>(`/contacts/${contactId}`);

/** Shows a change at once, and then the values that the server returned. */
export function contactChanged(contactId: number, change: Partial<ContactDetails>): void {
  queryClient.setQueryData<ContactDetails>(keyOf(contactId), (known) => known && { ...known, ...change });
}

export const askContactAgain = (contactId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(contactId) });
