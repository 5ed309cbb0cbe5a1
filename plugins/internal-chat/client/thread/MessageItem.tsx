import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { EyeRegular } from '@fluentui/react-icons';
import { memo } from 'react';
import { mediaUrl, useFormat, useSession, useT } from '@balcao/sdk/client';
import {
  Message,
  MentionContext,
  MessageContent,
  QuotedMessage,
  Reactions,
  DeletedLine,
  type ChatMedia,
} from '@balcao/sdk/chat';
import { Avatar, ext } from '@balcao/sdk/ui';
import type { ChatMessageView } from '../../contract.ts';
import { labelOf, mentionName } from '../data/words.ts';
import { MessageTools, type MessageActions } from './MessageTools.tsx';
import { AddReaction } from './QuickReactions.tsx';
import { shownMessage } from './shown-message.ts';
import { TicketCard } from './TicketCard.tsx';

const useStyles = makeStyles({
  row: {
    position: 'relative',
    '& [data-tools]': { opacity: 0 },
    ':hover [data-tools]': { opacity: 1 },
    ':focus-within [data-tools]': { opacity: 1 },
    '@media (hover: none)': { '& [data-tools]': { opacity: 1 } },
    borderRadius: tokens.borderRadiusLarge,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  theirs: { paddingLeft: '36px' },
  face: { position: 'absolute', left: 0, bottom: '2px' },
  post: {
    boxSizing: 'border-box',
    width: 'min(760px, 100%)',
    margin: '12px auto 0',
    padding: '14px 16px 10px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  flashed: { boxShadow: `0 0 0 2px ${tokens.colorCompoundBrandStroke}` },
  head: { display: 'flex', alignItems: 'center', gap: '12px' },
  names: { flexGrow: 1, minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  words: {
    marginInline: '-10px',
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    '& time': { display: 'none' },
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    // The reactions sit on the edge of a bubble, and here in a line.
    '& > div': { position: 'static', margin: 0, paddingInline: 0 },
  },
  seen: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    marginLeft: 'auto',
    padding: '4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

export interface MessageItemProps {
  message: ChatMessageView;
  isPost: boolean;
  isNarrow: boolean;
  startsRun: boolean;
  endsRun: boolean;
  /** False in a direct chat, whose people are known. */
  showsAuthor: boolean;
  isFlashed: boolean;
  ack: number | undefined;
  /** The number of others who have read it, in a channel. */
  seenCount: number;
  seenOf: number;
  actions: MessageActions;
  onQuoted(seq: number): void;
  onOpen(picture: ChatMedia): void;
}

const noFuss = (): string => '';

/** One message: a bubble, or in a channel a post. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, isPost, isNarrow, startsRun, endsRun, showsAuthor, isFlashed, ack, actions, onQuoted, onOpen } =
    props;
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  if (isPost) return <Post {...props} />;
  const isTheirs = message.fromMe !== true;
  const shown = shownMessage(message, {
    userId: user.id,
    ack: isTheirs ? undefined : ack,
    author: isTheirs && startsRun && showsAuthor ? message.sender.name : null,
    t,
  });
  const { quoted } = message;
  return (
    <MentionContext value={mentionName(message.mentions, t)}>
      <div
        className={mergeClasses(styles.row, isTheirs && styles.theirs)}
        data-seq={message.seq}
        role="article"
        aria-label={labelOf(message, t)}
        tabIndex={-1}
      >
        {isTheirs && endsRun && (
          <span className={styles.face}>
            <Avatar
              name={message.sender.name}
              picture={message.sender.profilePicUrl && mediaUrl(message.sender.profilePicUrl)}
              size={28}
              decorative
            />
          </span>
        )}
        <Message
          message={shown}
          starts={startsRun}
          isNarrow={isNarrow}
          isFlashed={isFlashed}
          nameOf={({ name }) => name ?? noFuss()}
          onReact={(emoji) => actions.onReact(message, emoji)}
          onQuoted={quoted ? () => onQuoted(quoted.seq) : undefined}
          onOpen={onOpen}
          tools={
            !message.isDeleted && (
              <span data-tools>
                <MessageTools message={message} actions={actions} />
              </span>
            )
          }
        >
          {message.ticketId !== null && <TicketCard ticketId={message.ticketId} />}
        </Message>
      </div>
    </MentionContext>
  );
});

/** A message of a channel. */
function Post({ message, isFlashed, seenCount, seenOf, actions, onQuoted, onOpen }: MessageItemProps) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  const shown = shownMessage(message, { userId: user.id, ack: undefined, author: null, t });
  const { quoted } = message;
  return (
    <MentionContext value={mentionName(message.mentions, t)}>
      <article
        className={mergeClasses(styles.post, isFlashed && styles.flashed)}
        data-seq={message.seq}
        aria-label={labelOf(message, t)}
        tabIndex={-1}
      >
        <header className={styles.head}>
          <Avatar
            name={message.sender.name}
            picture={message.sender.profilePicUrl && mediaUrl(message.sender.profilePicUrl)}
            size={36}
            decorative
          />
          <div className={styles.names}>
            <div className={styles.name}>{message.sender.name}</div>
            <div className={styles.quiet}>
              {format.dateTime(message.createdAt)}
              {message.editedAt !== null && ` · ${t('message.edited')}`}
            </div>
          </div>
          {!message.isDeleted && <MessageTools message={message} actions={actions} />}
        </header>
        <div className={styles.words}>
          {message.isDeleted ? (
            <div style={{ padding: '6px 10px' }}>
              <DeletedLine />
            </div>
          ) : (
            <MessageContent
              message={shown}
              when={{ date: message.createdAt }}
              quoted={
                shown.quoted && (
                  <QuotedMessage {...shown.quoted} onShow={quoted ? () => onQuoted(quoted.seq) : undefined} />
                )
              }
              onOpen={onOpen}
            >
              {message.ticketId !== null && <TicketCard ticketId={message.ticketId} />}
            </MessageContent>
          )}
        </div>
        <footer className={styles.foot}>
          {(shown.reactions?.length ?? 0) > 0 && !message.isDeleted && (
            <Reactions
              reactions={shown.reactions ?? []}
              nameOf={({ name }) => name ?? ''}
              onReact={(emoji) => actions.onReact(message, emoji)}
            />
          )}
          {!message.isDeleted && <AddReaction onPick={(emoji) => actions.onReact(message, emoji)} />}
          <button type="button" className={styles.seen} tabIndex={-1} onClick={() => actions.onSeen(message)}>
            <EyeRegular aria-hidden="true" fontSize={16} />
            {t('message.seenCount', { count: seenCount, of: seenOf })}
          </button>
        </footer>
      </article>
    </MentionContext>
  );
}
