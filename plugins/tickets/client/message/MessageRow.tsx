import { makeStyles } from '@fluentui/react-components';
import { ArrowReply16Regular, EmojiAdd16Regular, MoreHorizontal16Regular } from '@fluentui/react-icons';
import { memo, useState } from 'react';
import type { MouseEvent } from 'react';
import { Bubble, DeletedLine, MessageText, Reactions } from '@balcao/sdk/chat';
import { useT } from '@balcao/sdk/client';
import { hueOf, IconButton } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { useLongPress } from '../list/useLongPress.ts';
import { firstName } from '../model/names.ts';
import type { Outbox, OutboxEntry } from '../model/outbox.ts';
import { Content } from './Content.tsx';
import { Failure } from './Failure.tsx';
import type { MessageMenuAt } from './MessageMenu.tsx';

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    '@media (hover: none)': { display: 'none' },
  },
});

export interface MessageRowProps {
  message: MessageView;
  /** Pictures sent together that form an album, including the message as first. */
  album?: readonly MessageView[] | undefined;
  /** Those of the album that are still being sent, with their outbox. */
  pending?: readonly OutboxEntry[] | undefined;
  outbox?: Outbox | undefined;
  ticket: TicketView;
  starts: boolean;
  isFlashed?: boolean;
  /** Written by this person. */
  isOwn?: boolean;
  /** It has the focus: its tools are shown. */
  isActive?: boolean;
  /** Shows day and time, where days have no lines of their own. */
  showsDate?: boolean;
  /** Without interaction, as an image of the message. */
  inert?: boolean;
  onReply?: ((message: MessageView) => void) | undefined;
  onMenu?(at: MessageMenuAt): void;
  /** Undefined where the channel supports no reactions. */
  onReact?: ((message: MessageView, emoji: string) => void) | undefined;
  /** Opens the reaction picker. */
  onPickReaction?: ((at: MessageMenuAt) => void) | undefined;
  onQuoted?(messageId: number): void;
}

/** One stored message. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, ticket, starts, isOwn, showsDate, inert, onReply, onMenu, onReact, onPickReaction } = props;
  const styles = useStyles();
  const t = useT();
  // The many buttons beside the bubble are rendered only while the pointer is on it.
  const [isPointed, setPointed] = useState(false);
  const isFailed = message.fromMe && message.failure !== null;
  const ack =
    message.fromMe && !message.onlyInternal && !isFailed && !message.isDeleted
      ? props.pending
        ? 0
        : minAck(props.album ?? [message])
      : undefined;
  const last = props.album?.at(-1) ?? message;
  const when = {
    date: last.createdAt,
    ack,
    showsDate: showsDate ?? false,
    isEdited: message.editedAt !== null && !message.isDeleted,
  };
  /** Returns the picture of an album under the pointer. */
  const pointedIn = (target: Element): MessageView => {
    const pointed = Number(target.closest<HTMLElement>('[data-message]')?.dataset.message);
    return props.album?.find(({ id }) => id === pointed) ?? message;
  };
  const at = (event: MouseEvent): MessageMenuAt => {
    const place = event.currentTarget.getBoundingClientRect();
    const isClick = event.type === 'click';
    return {
      message: pointedIn(event.target as Element),
      x: isClick ? place.left : event.clientX,
      y: isClick ? place.bottom : event.clientY,
      isOwn: isOwn ?? false,
    };
  };
  const openMenu = (event: MouseEvent): void => {
    if (!onMenu || message.isDeleted) return;
    event.preventDefault();
    onMenu(at(event));
  };
  // Not every browser opens a context menu on a long press.
  const press = useLongPress((target, { x, y }) => {
    if (!onMenu || message.isDeleted) return;
    onMenu({ message: pointedIn(target), x, y, isOwn: isOwn ?? false });
  });
  const tools = onMenu && !message.isDeleted && (isPointed || props.isActive) && (
    <div className={styles.tools}>
      {onPickReaction && !message.onlyInternal && (
        <IconButton
          size="small"
          icon={<EmojiAdd16Regular />}
          label={t('thread.react')}
          tabIndex={-1}
          onClick={(event) => onPickReaction(at(event))}
        />
      )}
      {onReply && !message.onlyInternal && (
        <IconButton
          size="small"
          icon={<ArrowReply16Regular />}
          label={t('message.reply')}
          tabIndex={-1}
          onClick={() => onReply(message)}
        />
      )}
      <IconButton
        size="small"
        icon={<MoreHorizontal16Regular />}
        label={t('message.more')}
        tabIndex={-1}
        onClick={openMenu}
      />
    </div>
  );
  const author = authorOf(props);
  const row = (
    <Bubble
      isOurs={message.fromMe}
      starts={starts}
      isNote={message.onlyInternal}
      isFailed={isFailed}
      isBare={message.mediaType === 'sticker' && !message.body && !message.isDeleted}
      isFlashed={props.isFlashed ?? false}
      author={author}
      authorColor={author && !message.fromMe ? groupColor(author) : undefined}
      tools={tools}
      edge={
        message.messageReact.length > 0 &&
        !message.isDeleted && (
          <Reactions
            reactions={message.messageReact}
            nameOf={({ name, fromMe }) => name ?? (fromMe ? t('message.us') : firstName(ticket.contact.name))}
            onReact={inert || !onReact ? undefined : (emoji) => onReact(message, emoji)}
          />
        )
      }
      below={isFailed && !inert && <Failure message={message} ticket={ticket} />}
      onContextMenu={openMenu}
      press={onMenu && press.handlers}
      onPointed={setPointed}
    >
      {message.isDeleted ? (
        <MessageText when={when}>
          <DeletedLine />
        </MessageText>
      ) : (
        <Content
          message={message}
          album={props.album}
          pending={props.pending}
          outbox={props.outbox}
          ticket={ticket}
          when={when}
          onQuoted={props.onQuoted}
        />
      )}
    </Bubble>
  );
  return inert ? <div inert>{row}</div> : row;
});

/** Returns the lowest receipt of several messages. */
const minAck = (messages: readonly MessageView[]): number => Math.min(...messages.map(({ ack }) => ack));

/**
 * Returns the author's name for colleagues, for people in a group, and for what the company wrote in another program;
 * otherwise it is obvious.
 */
function authorOf({ message, starts, isOwn }: MessageRowProps): string | undefined {
  if (message.onlyInternal) return message.user?.name;
  if (!starts || isOwn) return undefined;
  return (message.fromMe && message.user?.name) || (message.participant ?? undefined);
}

/** A person's name has the same colour in the whole group, derived like that of avatars. */
const groupColor = (name: string): string => `light-dark(oklch(.45 .1 ${hueOf(name)}), oklch(.82 .08 ${hueOf(name)}))`;
