import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Contributed, usePoint } from '@balcao/sdk/client';
import type { MessageView, TicketView } from '../../contract.ts';
import { isOnlyEmoji } from '../model/only-emoji.ts';
import type { Outbox, OutboxEntry } from '../model/outbox.ts';
import { messageRendererPoint } from '../parts.ts';
import { ContactCards } from './kinds/ContactCards.tsx';
import { LinkPreview } from './kinds/LinkPreview.tsx';
import { Place } from './kinds/Place.tsx';
import { Album } from './media/Album.tsx';
import { AudioPlayer } from './media/AudioPlayer.tsx';
import { DocumentCard } from './media/DocumentCard.tsx';
import { Picture } from './media/Picture.tsx';
import { VideoPlayer } from './media/VideoPlayer.tsx';
import { Forwarded } from './forward/Forwarded.tsx';
import { othersSay } from './others-say.ts';
import { Quoted } from './Quoted.tsx';
import { RichText } from './RichText.tsx';
import { Said, When } from './Said.tsx';
import { Subject } from './Subject.tsx';
import type { WhenProps } from './Said.tsx';

const useStyles = makeStyles({
  large: { display: 'inline', fontSize: '36px', lineHeight: '44px' },
  /** As wide as the picture beside it, whatever it says. */
  fitted: { width: 0, minWidth: '100%' },
});

export interface ContentProps {
  message: MessageView;
  album?: readonly MessageView[] | undefined;
  pending?: readonly OutboxEntry[] | undefined;
  outbox?: Outbox | undefined;
  ticket: TicketView;
  when: WhenProps;
  onQuoted?: ((messageId: number) => void) | undefined;
}

/** What stands in the bubble: the kind that a plugin shows, else text, place, card, picture, sound, film or file. */
export function Content(props: ContentProps) {
  return (
    <>
      {props.message.isForwarded && <Forwarded />}
      {props.message.subject && <Subject text={props.message.subject} />}
      <Inner {...props} />
    </>
  );
}

function Inner({ message, album, pending, outbox, ticket, when, onQuoted }: ContentProps) {
  const styles = useStyles();
  const renderer = usePoint(messageRendererPoint).find((item) => othersSay(item, () => item.accepts(message)));
  if (renderer) {
    return (
      <Contributed item={renderer}>
        <renderer.component message={message} ticket={ticket} />
        <Said when={when} />
      </Contributed>
    );
  }
  const { mediaType, mediaUrl, body, dataJson } = message;
  const quoted = message.quotedMsg && (
    <Quoted
      quoted={message.quotedMsg}
      ticketId={ticket.id}
      contactName={ticket.contact.name}
      onShow={(id) => onQuoted?.(id)}
    />
  );
  // `body` says in words what these show.
  if (dataJson?.kind === 'location') {
    return (
      <>
        {quoted}
        <Place place={dataJson} when={<When {...when} />} />
      </>
    );
  }
  if (dataJson?.kind === 'contacts') {
    return (
      <>
        {quoted}
        <ContactCards cards={dataJson.contacts} when={<When {...when} />} />
      </>
    );
  }
  if (!mediaType || !mediaUrl) {
    return (
      <>
        {quoted}
        <LinkPreview message={message} />
        <Said when={when}>
          {isOnlyEmoji(body) ? <span className={styles.large}>{body}</span> : <RichText text={body} />}
        </Said>
      </>
    );
  }
  // Pictures, sound and files carry their time inside, as long as no words follow.
  const inside = body ? undefined : <When {...when} />;
  const isFitted = mediaType === 'image' || mediaType === 'video';
  return (
    <>
      {isFitted && quoted ? <div className={styles.fitted}>{quoted}</div> : quoted}
      {mediaType === 'audio' && <AudioPlayer message={message} when={inside} />}
      {mediaType === 'document' && <DocumentCard message={message} when={inside} />}
      {mediaType === 'video' && <VideoPlayer message={message} />}
      {album && (
        <Album messages={album} pending={pending} outbox={outbox} ticketId={ticket.id} when={<When {...when} />} />
      )}
      {mediaType === 'image' && !album && <Picture message={message} ticketId={ticket.id} when={inside} />}
      {mediaType === 'sticker' && <Picture message={message} ticketId={ticket.id} />}
      {(body || mediaType === 'video' || mediaType === 'sticker') && (
        <div className={mergeClasses(isFitted && styles.fitted)}>
          <Said afterMedia when={when}>
            {body && <RichText text={body} />}
          </Said>
        </div>
      )}
    </>
  );
}
