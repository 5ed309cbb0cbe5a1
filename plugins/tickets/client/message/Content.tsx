import { ForwardedLine, MessageContent, MessageSubject, MessageText, MessageTime } from '@balcao/sdk/chat';
import type { ChatMessage, MessageTimeProps } from '@balcao/sdk/chat';
import { Contributed, usePoint } from '@balcao/sdk/client';
import type { MessageView, TicketView } from '../../contract.ts';
import type { Outbox, OutboxEntry } from '../model/outbox.ts';
import { messageBelowPoint, messageRendererPoint } from '../parts.ts';
import { LinkPreview } from './kinds/LinkPreview.tsx';
import { MessageContacts } from './kinds/MessageContacts.tsx';
import { Origin } from './lazy-parts.ts';
import { MessageAlbum } from './media/MessageAlbum.tsx';
import { useViewStore } from '../view/scope.ts';
import { viewedPictureAtom } from './media/viewed-picture.ts';
import { askPlugin } from './ask-plugin.ts';
import { Quoted } from './Quoted.tsx';

export interface ContentProps {
  message: MessageView;
  album?: readonly MessageView[] | undefined;
  pending?: readonly OutboxEntry[] | undefined;
  outbox?: Outbox | undefined;
  ticket: TicketView;
  when: MessageTimeProps;
  onQuoted?: ((messageId: number) => void) | undefined;
}

/** The content of a bubble: a kind rendered by a plugin, else text, location, card, picture, sound, video or file. */
export function Content(props: ContentProps) {
  return (
    <>
      {props.message.isForwarded && <ForwardedLine />}
      {props.message.context && <Origin context={props.message.context} />}
      {props.message.subject && <MessageSubject text={props.message.subject} />}
      <Inner {...props} />
      <Below {...props} />
    </>
  );
}

function Below({ message, ticket }: ContentProps) {
  const parts = usePoint(messageBelowPoint);
  return parts.map(
    (item) =>
      askPlugin(item, () => item.fits(message)) && (
        <Contributed key={`${item.plugin}.${item.id}`} item={item}>
          <item.component message={message} ticket={ticket} />
        </Contributed>
      ),
  );
}

function Inner({ message, album, pending, outbox, ticket, when, onQuoted }: ContentProps) {
  const { store } = useViewStore();
  const renderer = usePoint(messageRendererPoint).find(
    (item) =>
      (item.kind === undefined || item.kind === message.dataJson?.kind) &&
      askPlugin(item, () => item.accepts?.(message) ?? item.kind !== undefined),
  );
  if (renderer) {
    return (
      <Contributed item={renderer}>
        <renderer.component message={message} ticket={ticket} />
        <MessageText when={when} />
      </Contributed>
    );
  }
  const quoted = message.quotedMsg && (
    <Quoted
      quoted={message.quotedMsg}
      ticketId={ticket.id}
      contactName={ticket.contact.name}
      onShow={(id) => onQuoted?.(id)}
    />
  );
  if (message.dataJson?.kind === 'contacts') {
    return (
      <>
        {quoted}
        <MessageContacts contacts={message.dataJson.contacts} when={<MessageTime {...when} />} />
      </>
    );
  }
  return (
    <MessageContent
      message={asChat(message)}
      when={when}
      quoted={quoted}
      preview={<LinkPreview message={message} />}
      album={
        album && (
          <MessageAlbum
            messages={album}
            pending={pending}
            outbox={outbox}
            ticketId={ticket.id}
            when={<MessageTime {...when} />}
          />
        )
      }
      // The pressed one of several files.
      onOpen={({ url, name }) =>
        store.set(viewedPictureAtom, {
          ticketId: ticket.id,
          message: { ...message, mediaUrl: url, mediaName: name ?? message.mediaName },
        })
      }
    />
  );
}

const asChat = ({ body, files, dataJson }: MessageView): Pick<ChatMessage, 'body' | 'files' | 'data'> => ({
  body,
  files,
  data: dataJson,
});
