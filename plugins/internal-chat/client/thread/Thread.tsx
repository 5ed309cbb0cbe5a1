import { makeStyles, tokens } from '@fluentui/react-components';
import { Megaphone20Regular } from '@fluentui/react-icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lazyPart, useSession, useShortcut, useT } from '@balcao/sdk/client';
import { HighlightContext } from '@balcao/sdk/chat';
import { ConfirmDialog, ErrorState, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { Composer } from '../composer/Composer.tsx';
import { lastSeq } from '../data/thread.ts';
import { useThread } from '../data/useThread.ts';
import { Messages } from './Messages.tsx';
import { ThreadHeader } from './ThreadHeader.tsx';
import { useJump } from './useJump.ts';
import { useReading } from './useReading.ts';
import { useThreadActions } from './useThreadActions.ts';
import { useTyping } from './useTyping.ts';

const SeenDialog = lazyPart(() => import('./SeenDialog.tsx'));
const ReactionsDialog = lazyPart(() => import('./ReactionsDialog.tsx'));
const SearchInChat = lazyPart(() => import('./SearchInChat.tsx'));
const ChatDialog = lazyPart(() => import('../dialogs/ChatDialog.tsx'));

const useStyles = makeStyles({
  thread: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    minWidth: 0,
    backgroundColor: ext.canvas,
  },
  wait: { flexGrow: 1, padding: '24px' },
  channel: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    minHeight: '56px',
    padding: '8px 16px',
    flexShrink: 0,
    textAlign: 'center',
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

export interface ThreadProps {
  chat: ChatView;
  isNarrow?: boolean;
  /** In the widget, whose frame has the name. */
  hasNoHeader?: boolean;
  isAboutOpen?: boolean;
  /** A message to scroll to, by its position. */
  target?: number | undefined;
  /** The target was taken over: it may be set again. */
  onTarget?(): void;
  onAbout?(): void;
  /** The reader left the chat, or deleted it. */
  onGone(): void;
  onTyping?(text: string): void;
}

/** One chat: its head, messages and composer. */
export function Thread(props: ThreadProps) {
  const { chat, isNarrow = false, hasNoHeader = false, isAboutOpen = false, target } = props;
  const { onTarget, onAbout, onGone, onTyping } = props;
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const thread = useThread(chat);
  const { data, end, error, refetch, isAway, load, show } = thread;
  const mayWrite = !chat.isChannel || chat.ownerId === user.id;
  const actions = useThreadActions(chat, mayWrite);
  const typing = useTyping(chat.id);
  const [unreadAtOpening] = useState(() =>
    chat.unreads > 0 ? { after: chat.readSeq, count: chat.unreads } : undefined,
  );
  /** The searched words; undefined: no search is open. */
  const [term, setTerm] = useState<string>();
  const endSearch = (): void => {
    setTerm(undefined);
    document.getElementById('chat-search')?.focus();
  };
  useShortcut('mod+shift+f', () => setTerm((now) => now ?? ''), { label: t('search.open'), when: () => !hasNoHeader });
  const [asks, setAsks] = useState<'leave' | 'edit'>();
  const place = useRef<HTMLDivElement>(null);
  const messages = data?.messages ?? [];
  const isAtEnd = useRef(true);
  const onEnd = useCallback((is: boolean): void => {
    isAtEnd.current = is;
  }, []);
  const { flashed, jump, isJumping } = useJump(place, thread, { target, onTarget, onEnd });
  useReading(chat.id, { place, lastSeq: lastSeq(end) ?? 0, readSeq: chat.readSeq, isAtEnd, isJumping });
  useEffect(() => onTyping?.(typing.text), [onTyping, typing.text]);
  const onOlder = useCallback(() => void load('older'), [load]);
  const onNewer = useCallback(() => void load('newer'), [load]);
  const onNewest = useCallback(() => show(undefined), [show]);
  const lastOwn = end?.messages.findLast(({ fromMe, isDeleted, system }) => fromMe && !isDeleted && !system);

  return (
    <div ref={place} className={styles.thread}>
      {!hasNoHeader && (
        <ThreadHeader
          chat={chat}
          typing={typing.text}
          isSearching={term !== undefined}
          onSearch={() => (term === undefined ? setTerm('') : endSearch())}
          isAboutOpen={isAboutOpen}
          onAbout={() => onAbout?.()}
          onMute={actions.mute}
          onEdit={() => setAsks('edit')}
          onLeave={() => setAsks('leave')}
          onDelete={() => void actions.remove().then((isDone) => isDone && onGone())}
        />
      )}
      {term !== undefined && (
        <SearchInChat chatId={chat.id} term={term} onTerm={setTerm} onShow={jump} onClose={endSearch} />
      )}
      <HighlightContext value={term ?? ''}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Messages
            chat={chat}
            messages={messages}
            hasOlder={data.hasOlder}
            hasNewer={isAway}
            isNarrow={isNarrow}
            unread={unreadAtOpening}
            flashed={flashed}
            typing={hasNoHeader ? '' : typing.text}
            actions={actions.messages}
            onOlder={onOlder}
            onNewer={onNewer}
            onNewest={onNewest}
            onJump={jump}
            onEnd={onEnd}
            onLeave={() => {
              place.current?.querySelector('textarea')?.focus();
              return mayWrite;
            }}
          />
        ) : (
          <div className={styles.wait}>
            <SkeletonRows rows={6} />
          </div>
        )}
      </HighlightContext>
      {mayWrite ? (
        <Composer
          key={chat.id}
          chat={chat}
          isNarrow={isNarrow}
          replying={actions.replying}
          onReplied={() => actions.setReplying(null)}
          editing={actions.editing}
          onEdited={() => actions.setEditing(null)}
          onEditLast={() => lastOwn && actions.messages.onEdit(lastOwn)}
          onSent={onNewest}
          tell={typing.tell}
        />
      ) : (
        <div className={styles.channel}>
          <Megaphone20Regular aria-hidden="true" />
          {t('errors.ERR_CHANNEL_OWNER_ONLY')}
        </div>
      )}
      {actions.people?.of === 'seen' && (
        <SeenDialog chat={chat} message={actions.people.message} onClose={actions.closePeople} />
      )}
      {actions.people?.of === 'reactions' && (
        <ReactionsDialog chat={chat} message={actions.people.message} onClose={actions.closePeople} />
      )}
      {asks === 'edit' && (
        <ChatDialog
          chat={chat}
          isChannel={chat.isChannel}
          onClose={() => setAsks(undefined)}
          onSaved={() => setAsks(undefined)}
        />
      )}
      <ConfirmDialog
        open={asks === 'leave'}
        title={t('thread.leaveTitle', { title: chat.title })}
        text={t('thread.leaveText')}
        confirmLabel={t('thread.leave')}
        onClose={() => setAsks(undefined)}
        onConfirm={async () => {
          if (await actions.leave()) onGone();
          setAsks(undefined);
        }}
      />
    </div>
  );
}
