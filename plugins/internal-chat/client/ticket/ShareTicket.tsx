import { Radio, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { TicketView } from '@balcao/tickets/contract';
import { api, newId, useSession, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow, SearchBox } from '@balcao/sdk/ui';
import { rowsOf, useChats } from '../data/chats.ts';
import { ChatFace } from '../list/ChatRow.tsx';

const useStyles = makeStyles({
  list: {
    maxHeight: '260px',
    minHeight: '96px',
    overflowY: 'auto',
    padding: '4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  check: { alignItems: 'center' },
  chat: { display: 'inline-flex', alignItems: 'center', gap: '10px' },
  none: { padding: '24px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
});

/** Shares a conversation with a customer in a chat, as a card. */
export default function ShareTicket({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { user } = useSession();
  const group = useId();
  const [term, setTerm] = useState('');
  const [chosen, setChosen] = useState<number>();
  const [message, setMessage] = useState('');
  const [clientId] = useState(newId);
  const { data } = useChats('all', term);
  const chats = rowsOf(data).filter((chat) => !chat.isChannel || chat.ownerId === user.id);
  return (
    <FormDialog
      open
      title={t('share.title')}
      subtitle={ticket.contact.name}
      submitLabel={t('share.send')}
      disabled={chosen === undefined}
      onClose={onClose}
      onSubmit={async () => {
        await api.post(`/chats/${chosen}/messages`, { message, ticketId: ticket.id, clientId });
        toasts.success(t('share.done'));
        onClose();
      }}
    >
      <SearchBox value={term} onChange={setTerm} placeholder={t('share.search')} wait={300} />
      <div className={styles.list} role="radiogroup" aria-label={t('list.label')}>
        {chats.map((chat) => (
          <div key={chat.id}>
            <Radio
              className={styles.check}
              name={group}
              value={String(chat.id)}
              checked={chosen === chat.id}
              onChange={() => setChosen(chat.id)}
              label={
                <span className={styles.chat}>
                  <ChatFace chat={chat} size={28} />
                  {chat.title}
                </span>
              }
            />
          </div>
        ))}
        {data && chats.length === 0 && <div className={styles.none}>{t('share.none')}</div>}
      </div>
      <FormRow name="message" label={t('share.message')}>
        <Textarea value={message} maxLength={2_000} onChange={(_event, field) => setMessage(field.value)} />
      </FormRow>
    </FormDialog>
  );
}
