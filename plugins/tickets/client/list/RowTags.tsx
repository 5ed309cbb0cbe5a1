import { makeStyles, tokens } from '@fluentui/react-components';
import { Contributed, usePoint, useSession, useT } from '@balcao/sdk/client';
import { Dot, Tag } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { listBadgePoint } from '../parts.ts';

/** Tags that a row shows before it counts the rest. */
const shownTags = 2;

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
  more: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
});

/** Third line of a row: tags, what plugins add, and whose it is when it is not mine. */
export function RowTags({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const badges = usePoint(listBadgePoint);
  const tags = ticket.tags.slice(0, shownTags);
  const rest = ticket.tags.length - tags.length;
  const owner = ticket.user && ticket.user.id !== user.id ? ticket.user.name : undefined;
  return (
    <span className={styles.line}>
      {tags.map((tag) => (
        <Tag key={tag.id} name={tag.name} color={tag.color} />
      ))}
      {tags.length === 0 && ticket.queue && (
        <span className={styles.place}>
          <Dot color={ticket.queue.color} />
          <span className={styles.text}>{ticket.queue.name}</span>
        </span>
      )}
      {rest > 0 && <span className={styles.more}>{t('row.moreTags', { count: rest })}</span>}
      {badges.map((item) => (
        <Contributed key={`${item.plugin}/${item.id}`} item={item}>
          <item.component ticket={ticket} />
        </Contributed>
      ))}
      {owner && <span className={styles.text}>{t('row.owner', { user: owner })}</span>}
    </span>
  );
}
