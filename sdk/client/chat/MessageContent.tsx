import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { ChatMedia, ChatMessage } from './chat-message.ts';
import { ContactCards } from './ContactCards.tsx';
import { LocationCard } from './LocationCard.tsx';
import { MessageFiles, carriesTime } from './MessageFiles.tsx';
import { MessageText, MessageTime } from './MessageText.tsx';
import type { MessageTimeProps } from './MessageText.tsx';
import { isOnlyEmoji } from './only-emoji.ts';
import { RichText } from './RichText.tsx';

const useStyles = makeStyles({
  large: { display: 'inline', fontSize: '36px', lineHeight: '44px' },
  /** As wide as the picture beside it, whatever the text. */
  fitted: { width: 0, minWidth: '100%' },
});

export interface MessageContentProps {
  message: Pick<ChatMessage, 'body' | 'files' | 'data'>;
  when: MessageTimeProps;
  /** Content at the top: a `QuotedMessage`. */
  quoted?: ReactNode;
  /** Content above the text of a message without files: a preview of the linked page. */
  preview?: ReactNode;
  /** Replaces its files: an album of pictures that arrived in several messages. */
  album?: ReactNode;
  /** Content at the bottom: options to tap. */
  children?: ReactNode;
  /** Opens a picture in full size. Absent: pictures cannot be pressed. */
  onOpen?: ((picture: ChatMedia) => void) | undefined;
  /** Starts a conversation with a number of a contact card. */
  onTalk?: ((name: string, number: string) => Promise<void>) | undefined;
}

/** The content of a bubble: location, contact cards, files or text, each with the time where it has room. */
export function MessageContent(props: MessageContentProps) {
  const styles = useStyles();
  return (
    <>
      {content(props, styles)}
      {props.children}
    </>
  );
}

/** A function instead of a component, because dozens of messages are rendered at once. */
function content(
  { message, when, quoted, preview, album, onOpen, onTalk }: MessageContentProps,
  styles: ReturnType<typeof useStyles>,
): ReactNode {
  const { body, data, files = [] } = message;
  const time = <MessageTime {...when} />;
  // `body` describes the same in words.
  if (data?.kind === 'location') {
    return (
      <>
        {quoted}
        <LocationCard location={data} when={time} />
      </>
    );
  }
  if (data?.kind === 'contacts') {
    return (
      <>
        {quoted}
        <ContactCards contacts={data.contacts} when={time} onTalk={onTalk} />
      </>
    );
  }
  if (files.length === 0 && !album) {
    return (
      <>
        {quoted}
        {preview}
        <MessageText when={when}>
          {isOnlyEmoji(body) ? <span className={styles.large}>{body}</span> : <RichText text={body} />}
        </MessageText>
      </>
    );
  }
  const isFitted = files.every(({ type }) => type === 'image' || type === 'video');
  const isAnnounced = body === '' && (album !== undefined || carriesTime(files));
  return (
    <>
      {isFitted && quoted ? <div className={styles.fitted}>{quoted}</div> : quoted}
      {album ?? (
        <MessageFiles
          files={files}
          alt={body}
          hasWords={body !== '' || Boolean(quoted)}
          when={isAnnounced ? time : undefined}
          onOpen={onOpen}
        />
      )}
      {!isAnnounced && (
        <div className={mergeClasses(isFitted && styles.fitted)}>
          <MessageText afterMedia when={when}>
            {body && <RichText text={body} />}
          </MessageText>
        </div>
      )}
    </>
  );
}
