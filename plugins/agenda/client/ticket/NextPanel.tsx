import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Calendar16Regular, Chat16Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useT } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import MessageDialog from '../message/MessageDialog.tsx';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: '0 0 8px', padding: 0, display: 'flex', flexDirection: 'column', gap: '6px' },
  row: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0, fontSize: tokens.fontSizeBase200 },
  title: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  time: { flexShrink: 0, color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  none: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface Next {
  id: string;
  kind: 'entry' | 'message';
  title: string;
  date: string;
}

/** The next appointments with the customer, and messages that will leave. */
export default function NextPanel({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { data: next = [] } = useQuery({
    queryKey: ['agenda', 'next', ticket.contactId],
    queryFn: ({ signal }) => api.get<Next[]>(`/agenda/contacts/${ticket.contactId}/next`, {}, { signal }),
  });
  return (
    <>
      {next.length === 0 ? (
        <p className={styles.none}>{t('panel.none')}</p>
      ) : (
        <ul className={styles.list}>
          {next.map(({ id, kind, title, date }) => (
            <li key={id} className={styles.row}>
              {kind === 'message' ? <Chat16Regular aria-hidden /> : <Calendar16Regular aria-hidden />}
              <span className={styles.time}>{format.dateTime(date)}</span>
              <span className={styles.title}>{title}</span>
            </li>
          ))}
        </ul>
      )}
      <Button size="small" onClick={() => setOpen(true)}>
        {t('panel.schedule')}
      </Button>
      {isOpen && (
        <MessageDialog
          contact={ticket.contact}
          ticketId={ticket.id}
          whatsappId={ticket.whatsappId || null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
