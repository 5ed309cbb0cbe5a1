import { makeStyles, tokens } from '@fluentui/react-components';
import { Contributed, usePoint, useSession, useT } from '@balcao/sdk/client';
import { Dot } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { listBadgePoint } from '../parts.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    height: '20px',
    minWidth: 0,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground2,
  },
  place: { display: 'inline-flex', alignItems: 'center', gap: '5px', minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
});

/** Third line of a row: its queue or the marks of plugins, and its attendant if that is another person. */
export function RowTags({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const isWaiting = ticket.status === 'pending';
  const badges = usePoint(listBadgePoint);
  const owner = ticket.user && ticket.user.id !== user.id ? ticket.user.name : undefined;
  return (
    <span className={styles.line}>
      {ticket.tags.length === 0 && ticket.queue && !ticket.chatbot && (
        <span className={styles.place}>
          <Dot color={ticket.queue.color} />
          <span className={styles.text}>{ticket.queue.name}</span>
        </span>
      )}
      {isWaiting && (ticket.chatbot || !ticket.queue) && (
        <span className={styles.text}>{t(ticket.chatbot ? 'row.choosing' : 'row.noQueue')}</span>
      )}
      {badges.map((item) => (
        <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
          <item.component ticket={ticket} />
        </Contributed>
      ))}
      {owner && <span className={styles.text}>{t('row.owner', { user: owner })}</span>}
    </span>
  );
}
