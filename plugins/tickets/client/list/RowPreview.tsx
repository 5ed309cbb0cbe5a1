import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { isMediaKind, mediaIcons } from '../message/media-kind.ts';
import { Ticks } from '../message/Ticks.tsx';
import { plainText, shorten } from '../model/formatting.ts';

/** Characters of the last message that a row shows. */
export const previewLength = 30;

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    minWidth: 0,
    flexGrow: 1,
    color: tokens.colorNeutralForeground3,
  },
  unread: { color: tokens.colorNeutralForeground1 },
  typing: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightMedium },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  icon: { flexShrink: 0 },
});

/** The last thing that was said, in one line. */
export function RowPreview({ ticket, isTyping }: { ticket: TicketView; isTyping: boolean }) {
  const styles = useStyles();
  const t = useT();
  if (isTyping) {
    return (
      <span className={mergeClasses(styles.line, styles.typing)}>
        <span className={styles.text}>{t('row.typing')}</span>
      </span>
    );
  }
  const kind = ticket.lastMessageType;
  const Icon = isMediaKind(kind) ? mediaIcons[kind] : undefined;
  const said = shorten(plainText(ticket.lastMessage), previewLength);
  return (
    <span className={mergeClasses(styles.line, ticket.unreadMessages > 0 && styles.unread)}>
      {ticket.lastMessageAck !== null && <Ticks ack={ticket.lastMessageAck} />}
      {Icon && <Icon className={styles.icon} aria-hidden="true" />}
      <span className={styles.text}>{said || (isMediaKind(kind) ? t(`media.${kind}`) : t('row.noMessage'))}</span>
    </span>
  );
}
