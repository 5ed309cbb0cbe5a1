import { useSyncExternalStore } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { isMediaKind, mediaIcons } from '@balcao/sdk/chat';
import { Ticks } from '@balcao/sdk/chat';
import { draftText } from '../model/drafts.ts';
import { refusedMessage, watchUnsent } from '../model/unsent.ts';
import { plainText, shorten } from '@balcao/sdk/chat';

/** Maximum number of characters of the last message in a row. */
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
  draft: { color: ext.bad, fontWeight: tokens.fontWeightMedium, flexShrink: 0 },
  typing: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightMedium },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  icon: { flexShrink: 0 },
});

/** Returns the text of this person's draft in a conversation, and their message that was refused. */
function useUnsent(ticketId: number) {
  const { user } = useSession();
  return {
    draft: useSyncExternalStore(watchUnsent, () => draftText(user.id, ticketId)),
    refused: useSyncExternalStore(watchUnsent, () => refusedMessage(user.id, ticketId)),
  };
}

export interface RowPreviewProps {
  ticket: TicketView;
  isTyping: boolean;
  /** It is the open conversation, where the draft and unsent messages are visible. */
  isCurrent: boolean;
}

/** The last message in one line; a refused message or a draft is shown instead of it. */
export function RowPreview({ ticket, isTyping, isCurrent }: RowPreviewProps) {
  const styles = useStyles();
  const t = useT();
  const { draft, refused } = useUnsent(ticket.id);
  if (isTyping) {
    return (
      <span className={mergeClasses(styles.line, styles.typing)}>
        <span className={styles.text}>{t('row.typing')}</span>
      </span>
    );
  }
  const isDraft = !refused && draft !== '' && ticket.status !== 'closed';
  if (!isCurrent && (refused || isDraft)) {
    const text = refused ? refused.body || t(`media.${refused.file?.kind}`) : draft;
    return (
      <span className={styles.line}>
        <span className={styles.draft}>{t(refused ? 'row.refused' : 'row.draft')}</span>
        <span className={styles.text}>{shorten(plainText(text), previewLength)}</span>
      </span>
    );
  }
  const kind = ticket.lastMessageType;
  const Icon = isMediaKind(kind) ? mediaIcons[kind] : undefined;
  const message = shorten(plainText(ticket.lastMessage), previewLength);
  return (
    <span className={mergeClasses(styles.line, ticket.unreadMessages > 0 && styles.unread)}>
      {ticket.lastMessageAck !== null && <Ticks ack={ticket.lastMessageAck} />}
      {Icon && <Icon className={styles.icon} aria-hidden="true" />}
      <span className={styles.text}>{message || (isMediaKind(kind) ? t(`media.${kind}`) : t('row.noMessage'))}</span>
    </span>
  );
}
