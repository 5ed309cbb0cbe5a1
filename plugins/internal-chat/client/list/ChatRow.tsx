import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AlertOff16Regular, Megaphone20Regular, Mention16Filled, PeopleTeam20Regular } from '@fluentui/react-icons';
import { mediaUrl, useSession, useT } from '@balcao/sdk/client';
import { Avatar, Count, RelativeTime, VisuallyHidden, ext } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { previewOf } from '../data/words.ts';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    height: '64px',
    padding: '0 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selected } },
  words: { flexGrow: 1, minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  unread: { fontWeight: tokens.fontWeightSemibold },
  preview: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  time: { flexShrink: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  timeUnread: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  at: { display: 'inline-flex', flexShrink: 0, color: tokens.colorBrandForeground1 },
});

const useSquare = makeStyles({
  square: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
});

/** The other person of a direct chat; undefined: deleted, or no direct chat. */
export const otherOf = (chat: ChatView, userId: number) =>
  chat.isDirect ? chat.users.find((member) => member.userId !== userId)?.user : undefined;

/** A person, or the square of a group or channel. */
export function ChatFace({ chat, size = 40, ring }: { chat: ChatView; size?: number; ring?: string }) {
  const { square } = useSquare();
  const { user } = useSession();
  const other = otherOf(chat, user.id);
  if (!chat.isDirect)
    return (
      <span className={square} style={{ width: size, height: size }} aria-hidden="true">
        {chat.isChannel ? <Megaphone20Regular /> : <PeopleTeam20Regular />}
      </span>
    );
  return (
    <Avatar
      name={chat.title}
      picture={other?.profilePicUrl ? mediaUrl(other.profilePicUrl) : null}
      size={size}
      decorative
      {...(other && { presence: other.online ? 'online' : 'offline' })}
      {...(ring && { ring })}
    />
  );
}

export interface ChatRowProps {
  chat: ChatView;
  isCurrent: boolean;
  onOpen(chat: ChatView): void;
}

/** One chat in the list. */
export function ChatRow({ chat, isCurrent, onOpen }: ChatRowProps) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const isUnread = chat.unreads > 0;
  return (
    <button
      type="button"
      data-chat={chat.id}
      className={mergeClasses(styles.row, isCurrent && styles.current)}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onOpen(chat)}
    >
      <ChatFace chat={chat} {...(isCurrent && { ring: ext.selected })} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={mergeClasses(styles.name, isUnread && styles.unread)}>{chat.title}</span>
          {chat.isChannel && <VisuallyHidden>{t('list.channel')}</VisuallyHidden>}
          {chat.isMuted && <AlertOff16Regular aria-label={t('list.muted')} role="img" />}
          <span className={mergeClasses(styles.time, isUnread && !chat.isMuted && styles.timeUnread)}>
            <RelativeTime date={chat.last?.createdAt ?? chat.updatedAt} />
          </span>
        </span>
        <span className={styles.line}>
          <span className={styles.preview}>{previewOf(chat, user.id, t)}</span>
          {chat.mentionedIn > 0 && (
            <span className={styles.at}>
              <Mention16Filled role="img" aria-label={t('list.mentioned')} />
            </span>
          )}
          {isUnread && (
            <>
              <Count value={Math.min(chat.unreads, 100)} unread={!chat.isMuted} />
              <VisuallyHidden>{t('list.unread')}</VisuallyHidden>
            </>
          )}
        </span>
      </span>
    </button>
  );
}
