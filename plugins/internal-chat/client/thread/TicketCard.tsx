import { useQuery } from '@tanstack/react-query';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { LockClosed20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { api, mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar, Dot, ext } from '@balcao/sdk/ui';
import type { SharedTicket } from '../../contract.ts';
import { shortName } from '../data/words.ts';

const useStyles = makeStyles({
  card: {
    width: '344px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    margin: '2px 0',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
  },
  place: { padding: '8px 8px 0' },
  top: { position: 'relative', display: 'flex', alignItems: 'center', gap: '10px', padding: '10px 12px 10px 16px' },
  mark: { position: 'absolute', left: '6px', top: '10px', bottom: '10px', width: '3px', borderRadius: '2px' },
  names: { minWidth: 0 },
  name: {
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  facts: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '4px 4px 4px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  last: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  closed: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    padding: '12px 16px',
    '& > svg': { flexShrink: 0 },
    color: tokens.colorNeutralForeground2,
  },
});

/** Requests of one moment are sent together: a page of messages may show several cards. */
let waiting: { ids: Set<number>; answer: Promise<SharedTicket[]> } | undefined;
const readCard = (id: number): Promise<SharedTicket> => {
  const ids = waiting?.ids ?? new Set<number>();
  ids.add(id);
  waiting ??= {
    ids,
    answer: new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => {
      waiting = undefined;
      return api.get<SharedTicket[]>('/chats-tickets', { ids: [...ids].slice(0, 50).join(',') });
    }),
  };
  return waiting.answer.then((cards) => cards.find((card) => card.id === id) ?? { id, isVisible: false });
};

export const sharedTicketQuery = (id: number) => ({
  queryKey: ['internal-chat', 'ticket', id],
  queryFn: () => readCard(id),
  staleTime: 30_000,
});

/** A shared conversation as this reader may see it; without access the card says so. */
export function TicketCard({ ticketId }: { ticketId: number }) {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const { data: ticket, isError } = useQuery(sharedTicketQuery(ticketId));
  if (isError || ticket?.isVisible === false)
    return (
      <div className={styles.place}>
        <div className={styles.card}>
          <div className={styles.closed}>
            <LockClosed20Regular aria-hidden="true" />
            {t('ticket.noAccess')}
          </div>
        </div>
      </div>
    );
  const state = ticket?.status === 'open' ? ext.ok : ticket?.status === 'pending' ? ext.warn : ext.bad;
  return (
    <div className={styles.place}>
      <div className={styles.card} style={{ minHeight: '96px' }}>
        {ticket && (
          <>
            <div className={styles.top}>
              <span
                className={styles.mark}
                style={{ backgroundColor: ticket.queue?.color ?? tokens.colorNeutralStroke1 }}
                title={ticket.queue?.name}
              />
              <Avatar
                name={ticket.contact.name}
                picture={ticket.contact.profilePicUrl && mediaUrl(ticket.contact.profilePicUrl)}
                size={36}
                channel={ticket.channel}
                decorative
              />
              <div className={styles.names}>
                <div className={styles.name}>{ticket.contact.name}</div>
                <div className={styles.facts}>
                  <Dot color={state} size={8} />
                  {t(`ticket.${ticket.status}`)} {t('ticket.number', { id: ticket.id })}
                  {ticket.user && ` · ${shortName(ticket.user.name)}`}
                </div>
              </div>
            </div>
            <div className={styles.foot}>
              <span className={styles.last}>{ticket.lastMessage && `“${ticket.lastMessage}”`}</span>
              <Button
                size="small"
                appearance="transparent"
                style={{ color: tokens.colorBrandForeground1 }}
                onClick={() => void navigate(`/tickets/${ticket.uuid}`)}
              >
                {t('ticket.show')}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
