import { makeStyles, tokens } from '@fluentui/react-components';
import { Prohibited16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Bubble } from './Bubble.tsx';
import type { BubbleProps } from './Bubble.tsx';
import type { ChatMessage, ChatReaction } from './chat-message.ts';
import { ForwardedLine } from './ForwardedLine.tsx';
import { MessageContent } from './MessageContent.tsx';
import type { MessageContentProps } from './MessageContent.tsx';
import { MessageSubject } from './MessageSubject.tsx';
import { MessageText } from './MessageText.tsx';
import { QuotedMessage } from './QuotedMessage.tsx';
import { Reactions } from './Reactions.tsx';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  deleted: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontStyle: 'italic',
    color: tokens.colorNeutralForeground3,
  },
});

/** Replaces a message that its author deleted. */
export function DeletedLine() {
  const styles = useStyles();
  const t = useChatT();
  return (
    <span className={styles.deleted}>
      <Prohibited16Regular aria-hidden="true" />
      {t('deleted')}
    </span>
  );
}

export interface MessageProps
  extends
    Pick<
      BubbleProps,
      'isNarrow' | 'isFlashed' | 'authorColor' | 'tools' | 'below' | 'onContextMenu' | 'press' | 'onPointed'
    >,
    Pick<MessageContentProps, 'preview' | 'onOpen' | 'onTalk'> {
  message: ChatMessage;
  /** First message of a turn: it has the corner and the space above. True if absent. */
  starts?: boolean;
  /** Shows day and time, where days have no headings of their own. */
  showsDate?: boolean;
  /** Returns the displayed name of a reaction's author; absent: its `name`. */
  nameOf?: ((reaction: ChatReaction) => string) | undefined;
  /** Adds or removes a reaction; absent: reactions cannot be pressed. */
  onReact?: ((emoji: string) => void) | undefined;
  /** Jumps to the quoted message. */
  onQuoted?: (() => void) | undefined;
  /** Content under the text, inside the bubble: options to tap. */
  children?: ReactNode;
}

const ownName = ({ name }: ChatReaction): string => name ?? '';

/**
 * A complete message in its bubble, as in messengers. Actions are provided by its container: `tools` beside it,
 * `children` in it, `below` under it.
 * @example
 * <Message message={{ id, body: '*Bom dia*', fromMe: false, createdAt: at }} />
 */
export function Message(props: MessageProps) {
  const { message, starts = true, showsDate = false, nameOf = ownName, onReact, onQuoted, children, ...rest } = props;
  const { isDeleted = false, isNote = false, isFailed = false, reactions = [], files = [], quoted } = message;
  const { preview, onOpen, onTalk, ...bubble } = rest;
  const when = {
    date: message.createdAt,
    ack: isDeleted ? undefined : message.ack,
    showsDate,
    isEdited: message.isEdited === true && !isDeleted,
  };
  const isBare = !isDeleted && message.body === '' && files.length === 1 && files[0]?.type === 'sticker';
  return (
    <Bubble
      {...bubble}
      isOurs={message.fromMe}
      starts={starts}
      isNote={isNote}
      isFailed={isFailed}
      isBare={isBare}
      author={message.author ?? undefined}
      edge={reactions.length > 0 && !isDeleted && <Reactions reactions={reactions} nameOf={nameOf} onReact={onReact} />}
    >
      {isDeleted ? (
        <MessageText when={when}>
          <DeletedLine />
        </MessageText>
      ) : (
        <>
          {message.isForwarded && <ForwardedLine />}
          {message.subject && <MessageSubject text={message.subject} />}
          <MessageContent
            message={message}
            when={when}
            quoted={quoted && <QuotedMessage {...quoted} onShow={onQuoted} />}
            preview={preview}
            onOpen={onOpen}
            onTalk={onTalk}
          >
            {children}
          </MessageContent>
        </>
      )}
    </Bubble>
  );
}
