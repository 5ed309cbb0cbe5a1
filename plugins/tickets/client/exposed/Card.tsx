import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Clock12Regular } from '@fluentui/react-icons';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar, Count, ErrorState, RelativeTime, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import type { TicketCardProps, TicketView } from '../../contract.ts';
import { useIsTyping } from '../data/typing.ts';
import { useTicketById } from '../data/useTicketById.ts';
import { RowMarks } from '../list/RowMarks.tsx';
import { RowPreview } from '../list/RowPreview.tsx';
import { RowTags } from '../list/RowTags.tsx';
import { isWaitingLong, waitingSince } from '../model/waiting.ts';

const tones = { pending: 'warn', open: 'ok', closed: 'neutral' } as const;

const useStyles = makeStyles({
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    minHeight: '76px',
    padding: '8px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'left',
  },
  opens: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  lines: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' },
  line: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '20px', minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  unread: { fontWeight: tokens.fontWeightSemibold },
  time: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  long: { color: tokens.colorStatusWarningForeground1, fontWeight: tokens.fontWeightSemibold },
  tags: { flexGrow: 1, minWidth: 0 },
  message: { color: tokens.colorNeutralForeground3 },
});

/** A summary of one conversation for other plugins. */
export default function Card({ ticketId, onOpen }: TicketCardProps) {
  const styles = useStyles();
  const { ticket, error, refusal, refetch } = useTicketById(ticketId);
  if (refusal !== undefined) return <div className={mergeClasses(styles.card, styles.message)}>{refusal}</div>;
  if (!ticket) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} />;
  const facts = <Facts ticket={ticket} />;
  if (!onOpen) return <div className={styles.card}>{facts}</div>;
  return (
    <button type="button" className={mergeClasses(styles.card, styles.opens)} onClick={() => onOpen(ticket)}>
      {facts}
    </button>
  );
}

function Facts({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const isTyping = useIsTyping(ticket.id);
  const { contact, status, unreadMessages } = ticket;
  const waits = status === 'pending' && ticket.waitingSince !== null;
  const since = status === 'pending' ? waitingSince(ticket) : ticket.updatedAt;
  return (
    <>
      <Avatar
        name={contact.name}
        picture={contact.profilePicUrl && mediaUrl(contact.profilePicUrl)}
        square={ticket.isGroup}
        channel={ticket.channel}
        decorative
      />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={mergeClasses(styles.name, unreadMessages > 0 && styles.unread)} title={contact.name}>
            {contact.name}
          </span>
          <RowMarks ticketId={ticket.id} />
          <span className={mergeClasses(styles.time, waits && isWaitingLong(since) && styles.long)}>
            {waits && <Clock12Regular aria-label={t('row.waiting')} />}
            <RelativeTime date={since} elapsed={waits} />
          </span>
        </span>
        <span className={styles.line}>
          <RowPreview ticket={ticket} isTyping={isTyping} isCurrent={false} />
          {unreadMessages > 0 && (
            <Count value={unreadMessages} unread label={t('row.unread', { count: unreadMessages })} />
          )}
        </span>
        <span className={styles.line}>
          <span className={styles.tags}>
            <RowTags ticket={ticket} />
          </span>
          <StatusPill tone={tones[status]}>{t(`status.${status}`)}</StatusPill>
        </span>
      </span>
    </>
  );
}
