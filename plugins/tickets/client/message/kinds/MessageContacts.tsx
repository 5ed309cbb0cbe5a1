import type { ReactNode } from 'react';
import { ContactCards } from '@balcao/sdk/chat';
import type { ChatContact } from '@balcao/sdk/chat';
import { useToasts } from '@balcao/sdk/client';
import { useOpenByNumber } from './useOpenByNumber.ts';

/** Contact cards in a message, each with a button to open a conversation. */
export function MessageContacts({ contacts, when }: { contacts: readonly ChatContact[]; when: ReactNode }) {
  const toasts = useToasts();
  const talkTo = useOpenByNumber();
  return (
    <ContactCards contacts={contacts} when={when} onTalk={(name, number) => talkTo(name, number).catch(toasts.error)} />
  );
}
