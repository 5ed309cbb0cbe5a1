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
  /** As wide as the picture beside it, whatever it says. */
  fitted: { width: 0, minWidth: '100%' },
});

export interface MessageContentProps {
  message: Pick<ChatMessage, 'body' | 'files' | 'data'>;
  when: MessageTimeProps;
  /** Over everything: a `QuotedMessage`. */
  quoted?: ReactNode;
  /** Over the words of a message without files: a card of the page that its link leads to. */
  preview?: ReactNode;
  /** In the place of its files, as an album of pictures that came in several messages. */
  album?: ReactNode;
  /** Under everything: choices to tap. */
  children?: ReactNode;
  /** Shows a picture whole. Absent: pictures cannot be pressed. */
  onOpen?: ((picture: ChatMedia) => void) | undefined;
  /** Begins a conversation with a number of a contact card. */
  onTalk?: ((name: string, number: string) => Promise<void>) | undefined;
}

/** What stands in a bubble: a place, contact cards, files, words, each with the time where it has room. */
export function MessageContent(props: MessageContentProps) {
  const styles = useStyles();
  return (
    <>
      {content(props, styles)}
      {props.children}
    </>
  );
}

/** A function and no component: dozens of messages are drawn at once. */
function content(
  { message, when, quoted, preview, album, onOpen, onTalk }: MessageContentProps,
  styles: ReturnType<typeof useStyles>,
): ReactNode {
  const { body, data, files = [] } = message;
  const time = <MessageTime {...when} />;
  // `body` says in words what these show.
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
  const isTold = body === '' && (album !== undefined || carriesTime(files));
  return (
    <>
      {isFitted && quoted ? <div className={styles.fitted}>{quoted}</div> : quoted}
      {album ?? (
        <MessageFiles
          files={files}
          alt={body}
          hasWords={body !== '' || Boolean(quoted)}
          when={isTold ? time : undefined}
          onOpen={onOpen}
        />
      )}
      {!isTold && (
        <div className={mergeClasses(isFitted && styles.fitted)}>
          <MessageText afterMedia when={when}>
            {body && <RichText text={body} />}
          </MessageText>
        </div>
      )}
    </>
  );
}
