import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, tokens } from '@fluentui/react-components';
import {
  Alert20Regular,
  AlertOff20Regular,
  ArrowExit20Regular,
  Delete20Regular,
  Edit20Regular,
  MoreHorizontal20Regular,
  PanelRight20Filled,
  PanelRight20Regular,
  Search20Regular,
} from '@fluentui/react-icons';
import { useFormat, useSession, useT, useViewport } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { ChatFace, otherOf } from '../list/ChatRow.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '56px',
    padding: '0 12px 0 24px',
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { padding: '0 4px 0 12px' },
  },
  names: { flexGrow: 1, minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  status: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** The line under the name: who types, whether the person is online, or who owns the chat. */
export const useStatus = (chat: ChatView, typing: string): string => {
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  if (typing) return typing;
  const other = otherOf(chat, user.id);
  if (chat.isDirect) {
    if (!other) return t('thread.deletedPerson');
    if (other.online) return t('thread.online');
    return other.lastOnline
      ? t('thread.lastOnline', { when: format.relative(other.lastOnline) })
      : t('thread.neverOnline');
  }
  const owner = chat.users.find(({ userId }) => userId === chat.ownerId)?.user.name ?? '';
  const people = t('list.memberCount', { count: chat.memberCount });
  return chat.isChannel ? `${t('thread.channelOf', { owner })} · ${people}` : people;
};

export interface ThreadHeaderProps {
  chat: ChatView;
  typing: string;
  isSearching: boolean;
  onSearch(): void;
  isAboutOpen: boolean;
  /** Absent where there is no room for it. */
  onAbout(): void;
  onMute(): void;
  onEdit(): void;
  onDelete(): void;
  onLeave(): void;
}

export function ThreadHeader(props: ThreadHeaderProps) {
  const { chat, typing, isSearching, onSearch, isAboutOpen, onAbout, onMute, onEdit, onDelete, onLeave } = props;
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  const { touch } = useViewport();
  const status = useStatus(chat, typing);
  const other = otherOf(chat, user.id);
  const isOwner = chat.ownerId === user.id && !chat.isDirect;
  // On a phone the list, which has the heading of the page, is not shown beside it.
  const Title = touch ? 'h1' : 'h2';
  return (
    <header className={styles.head}>
      <ChatFace chat={chat} size={36} />
      <div className={styles.names}>
        <Title className={styles.title}>{chat.title}</Title>
        <div className={styles.status} title={other?.lastOnline ? format.dateTime(other.lastOnline) : undefined}>
          {status}
        </div>
      </div>
      <IconButton
        id="chat-search"
        icon={<Search20Regular />}
        label={t('search.open')}
        shortcut="mod+shift+f"
        aria-expanded={isSearching}
        onClick={onSearch}
      />
      <IconButton
        icon={chat.isMuted ? <AlertOff20Regular /> : <Alert20Regular />}
        label={t(chat.isMuted ? 'thread.unmute' : 'thread.mute')}
        aria-pressed={chat.isMuted}
        onClick={onMute}
      />
      <IconButton
        icon={isAboutOpen ? <PanelRight20Filled /> : <PanelRight20Regular />}
        label={t('about.title')}
        aria-expanded={isAboutOpen}
        onClick={onAbout}
      />
      {!chat.isDirect && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <IconButton icon={<MoreHorizontal20Regular />} label={t('thread.more')} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {isOwner && (
                <MenuItem icon={<Edit20Regular />} onClick={onEdit}>
                  {t('thread.edit')}
                </MenuItem>
              )}
              <MenuItem icon={<ArrowExit20Regular />} onClick={onLeave}>
                {t('thread.leave')}
              </MenuItem>
              {isOwner && (
                <MenuItem icon={<Delete20Regular />} onClick={onDelete}>
                  {t('thread.delete')}
                </MenuItem>
              )}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </header>
  );
}
