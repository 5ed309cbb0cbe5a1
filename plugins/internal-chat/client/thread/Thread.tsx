import { makeStyles, tokens } from '@fluentui/react-components';
import { Megaphone20Regular } from '@fluentui/react-icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lazyPart, useSession, useT } from '@balcao/sdk/client';
import { ConfirmDialog, ErrorState, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { Composer } from '../composer/Composer.tsx';
import { useThread } from '../data/useThread.ts';
import { Messages } from './Messages.tsx';
import { ThreadHeader } from './ThreadHeader.tsx';
import { useReading } from './useReading.ts';
import { useThreadActions } from './useThreadActions.ts';
import { useTyping } from './useTyping.ts';

const SeenDialog = lazyPart(() => import('./SeenDialog.tsx'));
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
  onAbout?(): void;
  /** The reader left the chat, or deleted it. */
  onGone(): void;
  onTyping?(text: string): void;
}

/** One chat: its head, messages and composer. */
export function Thread(props: ThreadProps) {
  const { chat, isNarrow = false, hasNoHeader = false, isAboutOpen = false, target, onAbout, onGone, onTyping } = props;
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const { data, error, refetch, older } = useThread(chat.id);
  const mayWrite = !chat.isChannel || chat.ownerId === user.id;
  const actions = useThreadActions(chat, mayWrite);
  const typing = useTyping(chat.id);
  const [openedAt] = useState(chat.unreads > 0 ? chat.readSeq : Number.POSITIVE_INFINITY);
  const [flashed, setFlashed] = useState<number>();
  const [asks, setAsks] = useState<'leave' | 'edit'>();
  const place = useRef<HTMLDivElement>(null);
  const messages = data?.messages ?? [];
  const isAtEnd = useReading(chat.id, { lastSeq: messages.at(-1)?.seq ?? 0, readSeq: chat.readSeq });
  useEffect(() => onTyping?.(typing.text), [onTyping, typing.text]);

  const first = messages[0]?.seq;
  const [wanted, setWanted] = useState(target);
  useEffect(() => setWanted(target), [target]);
  useEffect(() => {
    if (wanted === undefined || first === undefined) return;
    if (wanted < first && data?.hasOlder) {
      void older();
      return;
    }
    place.current?.querySelector(`[data-seq="${wanted}"]`)?.scrollIntoView({ block: 'center' });
    setFlashed(wanted);
    setWanted(undefined);
  }, [wanted, first, data?.hasOlder, older]);
  useEffect(() => {
    if (flashed === undefined) return undefined;
    const timer = setTimeout(() => setFlashed(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [flashed]);
  const onEnd = useCallback((is: boolean) => (isAtEnd.current = is), [isAtEnd]);
  const onOlder = useCallback(() => void older(), [older]);
  const lastOwn = messages.findLast(({ fromMe, isDeleted, system }) => fromMe && !isDeleted && !system);

  return (
    <div ref={place} className={styles.thread}>
      {!hasNoHeader && (
        <ThreadHeader
          chat={chat}
          typing={typing.text}
          isAboutOpen={isAboutOpen}
          onAbout={() => onAbout?.()}
          onMute={actions.mute}
          onEdit={() => setAsks('edit')}
          onLeave={() => setAsks('leave')}
          onDelete={() => void actions.remove().then((isDone) => isDone && onGone())}
        />
      )}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Messages
          chat={chat}
          messages={messages}
          hasOlder={data.hasOlder}
          isNarrow={isNarrow}
          openedAt={openedAt}
          flashed={flashed}
          typing={hasNoHeader ? '' : typing.text}
          actions={actions.messages}
          onOlder={onOlder}
          onJump={setWanted}
          onEnd={onEnd}
        />
      ) : (
        <div className={styles.wait}>
          <SkeletonRows rows={6} />
        </div>
      )}
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
          tell={typing.tell}
        />
      ) : (
        <div className={styles.channel}>
          <Megaphone20Regular aria-hidden="true" />
          {t('errors.ERR_CHANNEL_OWNER_ONLY')}
        </div>
      )}
      {actions.seen && <SeenDialog chat={chat} message={actions.seen} onClose={() => actions.setSeen(undefined)} />}
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
