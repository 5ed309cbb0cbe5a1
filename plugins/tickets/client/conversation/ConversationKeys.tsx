import { getDefaultStore } from 'jotai';
import { useEffect, type RefObject } from 'react';
import { mediaUrl, useRecentPage, useSession, useShortcut, useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import type { ComposerHandle } from '../composer/useComposerHandle.ts';
import { nextTicket } from '../data/next-ticket.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { ticketDialogAtom, type useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { setOpenTicket } from '../shell/open-ticket.ts';
import { useViewScope } from '../view/page-scope.ts';
import type { ThreadHandle } from './Thread.tsx';
import { ToldKeys } from './ToldKeys.tsx';

export interface ConversationKeysProps {
  /** As it stands, without what changes with every message. */
  ticket: TicketView;
  actions: TicketActions;
  dialogs: ReturnType<typeof useTicketDialogs>;
  composer: RefObject<ComposerHandle | null>;
  messages: RefObject<ThreadHandle | null>;
  onSearch(): void;
  isPanelOpen: boolean;
  onTogglePanel(): void;
}

/** The keys and commands of the conversation that has the page: where one stands in a dialog they are not heard. */
export function ConversationKeys(props: ConversationKeysProps) {
  const { ticket, actions, dialogs, composer, messages, onSearch, isPanelOpen, onTogglePanel } = props;
  const t = useT();
  const { can } = useSession();
  const { store, hasList } = useViewScope();
  const { status } = ticket;
  const group = t('shortcut.group');
  // Neither over the conversation nor over the list beside it.
  const isFree = () => [store, getDefaultStore()].every((each) => each.get(ticketDialogAtom) === undefined);

  useShortcut('e', () => dialogs.resolve(ticket), {
    label: t('action.resolve'),
    group,
    when: () => isFree() && status === 'open',
  });
  useShortcut('shift+e', () => dialogs.resolve(ticket, nextTicket(ticket)), {
    label: t('keys.resolveNext'),
    group,
    when: () => isFree() && hasList && status === 'open',
  });
  useShortcut('t', () => dialogs.open({ kind: 'transfer', ticket }), {
    label: t('action.transfer'),
    group,
    when: () => isFree() && status !== 'closed',
  });
  useShortcut('a', () => void actions.accept(ticket), {
    label: t('action.accept'),
    group,
    when: () => isFree() && status === 'pending',
  });
  useShortcut('/', () => composer.current?.begin('/'), {
    label: t('shortcut.write'),
    group,
    when: () => isFree() && status === 'open',
  });
  useShortcut('m', () => messages.current?.focus(), { label: t('keys.messages'), group, when: isFree });
  useShortcut('mod+shift+f', onSearch, { label: t('search.open'), group, when: isFree });

  useEffect(
    () =>
      setOpenTicket({
        ticket,
        accept: () => void actions.accept(ticket),
        resolve: () => dialogs.resolve(ticket),
        resolveNext: () => dialogs.resolve(ticket, hasList ? nextTicket(ticket) : undefined),
        reopen: () => void actions.reopen(ticket),
        transfer: () => dialogs.open({ kind: 'transfer', ticket }),
        giveBack: () => void actions.giveBack(ticket),
        search: onSearch,
        showContact: () => isPanelOpen || onTogglePanel(),
      }),
    [actions, dialogs, hasList, isPanelOpen, onSearch, onTogglePanel, ticket],
  );
  const { contact, channel, isGroup } = ticket;
  useRecentPage({
    title: contact.name,
    subtitle: t('chat.number', { id: ticket.id }),
    path: actions.pathOf(ticket),
    avatar: {
      name: contact.name,
      square: isGroup,
      ...(channel && { channel }),
      ...(contact.profilePicUrl && { picture: mediaUrl(contact.profilePicUrl) }),
    },
  });
  return <ToldKeys mayWrite={status === 'open'} mayNote={can('tickets-manager:sendinternalchats')} />;
}
