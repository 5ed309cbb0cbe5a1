import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar, Count, RelativeTime } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { RowPreview } from '../list/RowPreview.tsx';

const useStyles = makeStyles({
  item: { position: 'relative' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '56px',
    padding: '8px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
  },
  pressable: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  lines: { flexGrow: 1, minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: '8px', height: '20px', minWidth: 0 },
  name: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  time: {
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
});

export interface NotificationRowProps {
  ticket: TicketView;
  onOpen(ticket: TicketView): void;
  onAccept(ticket: TicketView): void;
}

/** One unread ticket. A waiting one is accepted here, not opened. */
export function NotificationRow({ ticket, onOpen, onAccept }: NotificationRowProps) {
  const styles = useStyles();
  const t = useT();
  const isPending = ticket.status === 'pending';
  const inner = (
    <>
      <Avatar
        name={ticket.contact.name}
        picture={ticket.contact.profilePicUrl && mediaUrl(ticket.contact.profilePicUrl)}
        square={ticket.isGroup}
        channel={ticket.channel}
        decorative
      />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.name} title={ticket.contact.name}>
            {ticket.contact.name}
          </span>
          <span className={styles.time}>
            <RelativeTime date={ticket.updatedAt} />
          </span>
        </span>
        <span className={styles.line}>
          <RowPreview ticket={ticket} isTyping={false} isCurrent={false} />
          {!isPending && (
            <Count value={ticket.unreadMessages} unread label={t('row.unread', { count: ticket.unreadMessages })} />
          )}
        </span>
      </span>
      {isPending && (
        <Button size="small" onClick={() => onAccept(ticket)}>
          {t('action.accept')}
        </Button>
      )}
    </>
  );
  return (
    <li className={styles.item}>
      {isPending ? (
        <div className={styles.row}>{inner}</div>
      ) : (
        <button type="button" className={mergeClasses(styles.row, styles.pressable)} onClick={() => onOpen(ticket)}>
          {inner}
        </button>
      )}
    </li>
  );
}
