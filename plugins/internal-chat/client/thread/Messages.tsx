import { makeStyles, tokens } from '@fluentui/react-components';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { lazyPart, useFormat, useSession, useT } from '@balcao/sdk/client';
import { NewestPill, type ChatMedia } from '@balcao/sdk/chat';
import { Spinner } from '@balcao/sdk/ui';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { seenOf } from '../data/seen.ts';
import { discard, useOutbox } from '../data/sending.ts';
import { systemText } from '../data/words.ts';
import { MessageItem } from './MessageItem.tsx';
import { messageKeys } from './message-keys.ts';
import type { MessageActions } from './MessageTools.tsx';
import { OutgoingItem } from './OutgoingItem.tsx';
import { beginnings } from './shown-message.ts';
import { useMessageScroll } from './useMessageScroll.ts';

const PictureDialog = lazyPart(() => import('./PictureDialog.tsx'));

const useStyles = makeStyles({
  place: { position: 'relative', display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  // Reversed, so that the end stays in place while older messages are added above.
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overflowAnchor: 'none',
    display: 'flex',
    flexDirection: 'column-reverse',
    overscrollBehavior: 'contain',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  inner: { padding: '16px 24px', '@media (max-width: 599px)': { padding: '12px' } },
  narrow: { padding: '12px' },
  day: { display: 'flex', justifyContent: 'center', margin: '16px 0 8px' },
  dayText: {
    padding: '3px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  system: {
    margin: '10px auto 4px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  fresh: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    margin: '12px auto 4px',
    maxWidth: '760px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForeground1,
    '::before': { content: '""', flexGrow: 1, height: '1px', backgroundColor: tokens.colorBrandStroke1 },
    '::after': { content: '""', flexGrow: 1, height: '1px', backgroundColor: tokens.colorBrandStroke1 },
  },
  older: { display: 'flex', justifyContent: 'center', padding: '8px' },
  typing: {
    minHeight: '20px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    paddingTop: '6px',
  },
});

export interface MessagesProps {
  chat: ChatView;
  messages: readonly ChatMessageView[];
  hasOlder: boolean;
  /** A part far back is shown: more messages follow it. */
  hasNewer: boolean;
  isNarrow: boolean;
  /** The messages that were unread when the chat was opened: those after a position, and their number. */
  unread: { after: number; count: number } | undefined;
  flashed: number | undefined;
  typing: string;
  actions: MessageActions;
  onOlder(): void;
  onNewer(): void;
  /** Shows the end of the chat. */
  onNewest(): void;
  onJump(seq: number): void;
  onEnd(isAtEnd: boolean): void;
  /** Returns the focus to the field; false: there is none. */
  onLeave(): boolean;
}

/** Read by everybody else: 3; by nobody or some: 1. */
const ackOf = (message: ChatMessageView, chat: ChatView): number => {
  const { seen, unseen } = seenOf(message, chat);
  return seen.length > 0 && unseen.length === 0 ? 3 : 1;
};

/** How many have read a post, and of how many. */
const reachOf = (message: ChatMessageView, chat: ChatView): { seenCount: number; seenOf: number } => {
  const { seen, unseen } = seenOf(message, chat);
  return { seenCount: seen.length, seenOf: Math.max(1, seen.length + unseen.length) };
};

/** The messages of a chat, with days, lines about the chat, and where the unread ones begin. */
export function Messages(props: MessagesProps) {
  const { chat, messages, hasOlder, hasNewer, isNarrow, unread, flashed, typing, actions } = props;
  const { onOlder, onNewer, onNewest, onJump, onEnd, onLeave } = props;
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const { user, company } = useSession();
  const [picture, setPicture] = useState<ChatMedia>();
  // The stored message may arrive live before the answer to its sending.
  const stored = new Set(messages.slice(-60).map(({ clientId }) => clientId));
  const ofChat = useOutbox().filter(({ chatId }) => chatId === chat.id);
  const sending = ofChat.filter(({ clientId }) => !stored.has(clientId));
  // The server had stored it, and the response was lost.
  const arrived = ofChat.filter(({ clientId, error }) => error !== undefined && stored.has(clientId));
  useEffect(() => {
    for (const { clientId } of arrived) discard(clientId);
  });
  const outgoing = hasNewer ? [] : sending;
  const { days, runs, ends } = useMemo(() => beginnings(messages, company.timeZone), [messages, company.timeZone]);
  const firstUnread = messages.find(
    ({ seq, fromMe, system, isDeleted }) => unread && seq > unread.after && !fromMe && !system && !isDeleted,
  )?.seq;
  const { box, onScroll, toEnd, isUp } = useMessageScroll({
    first: messages[0]?.seq,
    last: messages.at(-1)?.seq,
    hasOlder,
    hasNewer,
    outgoing: outgoing.length,
    onOlder,
    onNewer,
    onEnd,
  });
  return (
    <div className={styles.place}>
      <div
        ref={box}
        className={styles.scroll}
        onScroll={onScroll}
        onKeyDown={messageKeys({ messages, onReply: actions.mayWrite ? actions.onReply : undefined, onLeave })}
        tabIndex={0}
        role="log"
        aria-label={t('thread.messages', { title: chat.title })}
        data-notices={`internal-chat-${chat.id}`}
      >
        <div className={isNarrow ? styles.narrow : styles.inner}>
          {hasOlder && (
            <div className={styles.older}>
              <Spinner size="tiny" label={t('thread.older')} />
            </div>
          )}
          {messages.map((message) => (
            <Fragment key={message.seq}>
              {days.has(message.seq) && (
                <div className={styles.day}>
                  <span className={styles.dayText}>{format.day(message.createdAt)}</span>
                </div>
              )}
              {message.seq === firstUnread && (
                <div className={styles.fresh}>{t('thread.fresh', { count: unread?.count ?? 0 })}</div>
              )}
              {message.system ? (
                <p className={styles.system}>{systemText(message.system, message.sender.name, t)}</p>
              ) : (
                <MessageItem
                  message={message}
                  isPost={chat.isChannel}
                  isNarrow={isNarrow}
                  startsRun={runs.has(message.seq)}
                  endsRun={ends.has(message.seq)}
                  showsAuthor={!chat.isDirect}
                  isFlashed={flashed === message.seq}
                  ack={message.senderId === user.id ? ackOf(message, chat) : undefined}
                  {...(chat.isChannel ? reachOf(message, chat) : { seenCount: 0, seenOf: 1 })}
                  actions={actions}
                  onQuoted={onJump}
                  onOpen={setPicture}
                />
              )}
            </Fragment>
          ))}
          {outgoing.map((item) => (
            <OutgoingItem key={item.clientId} item={item} isNarrow={isNarrow} />
          ))}
          {hasNewer && (
            <div className={styles.older}>
              <Spinner size="tiny" label={t('thread.newer')} />
            </div>
          )}
          <div className={styles.typing} aria-live="polite">
            {typing}
          </div>
        </div>
        {picture && <PictureDialog picture={picture} onClose={() => setPicture(undefined)} />}
      </div>
      {isUp && (
        <NewestPill
          count={chat.unreads}
          label={chat.unreads > 0 ? t('thread.newestWith', { count: chat.unreads }) : t('thread.newest')}
          text={t('thread.newestShort')}
          onClick={() => {
            onNewest();
            toEnd();
          }}
        />
      )}
    </div>
  );
}
