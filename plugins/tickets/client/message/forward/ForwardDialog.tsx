import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckboxChecked20Filled, CheckboxUnchecked20Regular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, errorText, mediaUrl, newId, useFormat, useSession, useT, useToasts } from '@balcao/sdk/client';
import { Avatar, FormDialog, SearchBox, SkeletonRows, tint } from '@balcao/sdk/ui';
import type { ChosenContact } from '@balcao/contacts/contract';
import type { MessageView, TicketView } from '../../../contract.ts';
import type { TicketPage } from '../../model/ticket-list.ts';

const useStyles = makeStyles({
  list: {
    height: 'min(44vh, 380px)',
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    marginTop: '-4px',
    '@media (max-width: 599px)': { height: 'calc(100dvh - 300px)' },
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    flexShrink: 0,
    minHeight: '48px',
    padding: '4px 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tint(4) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  unable: {
    cursor: 'default',
    color: tokens.colorNeutralForeground3,
    ':hover': { backgroundColor: 'transparent' },
  },
  names: { flexGrow: 1, minWidth: 0 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  below: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  failed: { color: tokens.colorStatusDangerForeground1 },
  on: { color: tokens.colorCompoundBrandForeground1 },
  none: { padding: '24px 8px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
  chosen: {
    minHeight: tokens.lineHeightBase200,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
});

interface Answer {
  done: number[];
  failed: { ticketId: number; error: string }[];
}

/** Maximum number of conversations, as on the server. */
const maxTargets = 20;
const searchContactsFrom = 3;

/** One's own recent conversations; a search includes those of colleagues that one may open. */
const useTargets = (term: string, mayShowAll: boolean) =>
  useQuery({
    queryKey: ['tickets-forward', term],
    queryFn: async ({ signal }) => {
      const asked = { status: 'open', pageNumber: 1, ...(term && { searchParam: term, showAll: mayShowAll }) };
      const [running, people] = await Promise.all([
        api.get<TicketPage>('/tickets', asked, { signal }),
        term.length >= searchContactsFrom
          ? api.get<{ contacts: ChosenContact[] }>('/contacts', { searchParam: term }, { signal })
          : { contacts: [] },
      ]);
      const known = new Set(running.tickets.map(({ contactId }) => contactId));
      return { tickets: running.tickets, others: people.contacts.filter(({ id }) => !known.has(id)) };
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export interface ForwardDialogProps {
  messages: readonly MessageView[];
  onDone?: (() => void) | undefined;
  onClose(): void;
}

/** A dialog to choose conversations to forward messages to: open ones, most recent first. */
export function ForwardDialog({ messages, onDone, onClose }: ForwardDialogProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const format = useFormat();
  const { can } = useSession();
  const [term, setTerm] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, TicketView>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  // The same for every attempt from this dialog: a request that succeeded without its response arriving is not
  // repeated.
  const [clientId] = useState(() => `forward-${newId()}`);
  const { data, error } = useTargets(term.trim(), can('tickets-manager:showall'));
  const rows = data?.tickets ?? [];
  const names = [...chosen.values()].map(({ contact }) => contact.name);

  const toggle = (ticket: TicketView): void =>
    setChosen((known) => {
      const next = new Map(known);
      if (!next.delete(ticket.id) && next.size < maxTargets) next.set(ticket.id, ticket);
      return next;
    });
  const submit = async (): Promise<void> => {
    const answer = await api.post<Answer>('/messages/forward', {
      messageIds: messages.map(({ id }) => id),
      ticketIds: [...chosen.keys()],
      clientId,
    });
    if (answer.done.length > 0) {
      const [first] = answer.done;
      const name = (first !== undefined && chosen.get(first)?.contact.name) || '';
      toasts.success(t('forward.done', { count: answer.done.length, name }));
    }
    if (answer.failed.length === 0) {
      onDone?.();
      return onClose();
    }
    // Failed conversations stay selected, with their reason, to be tried again or left out.
    setFailed(new Map(answer.failed.map((each) => [each.ticketId, each.error])));
    setChosen((known) => new Map([...known].filter(([id]) => !answer.done.includes(id))));
  };
  const face = (
    name: string,
    picture: string | null | undefined,
    more: { square?: boolean; channel?: string } = {},
  ) => <Avatar name={name} picture={picture && mediaUrl(picture)} size={32} decorative {...more} />;
  const words = (name: string, below: ReactNode, isFailed = false) => (
    <span className={styles.names}>
      <div className={styles.line}>{name}</div>
      <div className={mergeClasses(styles.line, styles.below, isFailed && styles.failed)}>{below}</div>
    </span>
  );
  // Failed conversations stay visible during another search.
  const shown = [
    ...[...chosen.values()].filter(({ id }) => failed.has(id) && !rows.some((row) => row.id === id)),
    ...rows,
  ];
  return (
    <FormDialog
      open
      title={t('forward.title', { count: messages.length })}
      subtitle={t('forward.text')}
      submitLabel={t('message.forward')}
      width={480}
      disabled={chosen.size === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <SearchBox autoFocus value={term} onChange={setTerm} wait={250} placeholder={t('forward.search')} />
      <div className={styles.list} role="group" aria-label={t('forward.list')}>
        {!data && !error && <SkeletonRows rows={5} />}
        {error && <div className={styles.none}>{errorText(error, t)}</div>}
        {shown.map((ticket) => {
          const { id, contact, queue, user, channel, isGroup } = ticket;
          const isChosen = chosen.has(id);
          const fault = failed.get(id);
          const Box = isChosen ? CheckboxChecked20Filled : CheckboxUnchecked20Regular;
          return (
            <button
              key={id}
              type="button"
              role="checkbox"
              aria-checked={isChosen}
              className={styles.row}
              onClick={() => toggle(ticket)}
            >
              {face(contact.name, contact.profilePicUrl, { square: isGroup, channel })}
              {words(
                contact.name,
                fault === undefined ? [queue?.name, user?.name].filter(Boolean).join(' · ') : errorText(fault, t),
                fault !== undefined,
              )}
              <Box className={mergeClasses(isChosen && styles.on)} aria-hidden="true" />
            </button>
          );
        })}
        {data?.others.map((contact) => (
          <div key={`c${contact.id}`} className={mergeClasses(styles.row, styles.unable)} aria-disabled="true">
            {face(contact.name, contact.profilePicUrl)}
            {words(contact.name, [format.phone(contact.number), t('forward.noTicket')].filter(Boolean).join(' · '))}
          </div>
        ))}
        {data && shown.length + data.others.length === 0 && <div className={styles.none}>{t('forward.nothing')}</div>}
      </div>
      <div className={styles.chosen} aria-live="polite">
        {names.length > 0 && t('forward.to', { names: names.join(', ') })}
      </div>
    </FormDialog>
  );
}
