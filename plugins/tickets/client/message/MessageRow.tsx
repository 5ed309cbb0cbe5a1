import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowReply16Regular, MoreHorizontal16Regular, Prohibited16Regular } from '@fluentui/react-icons';
import { memo } from 'react';
import type { MouseEvent } from 'react';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { Bubble } from './Bubble.tsx';
import { Content } from './Content.tsx';
import { Failure } from './Failure.tsx';
import type { MessageMenuAt } from './MessageMenu.tsx';
import { Said } from './Said.tsx';

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    '@media (hover: none)': { display: 'none' },
  },
  deleted: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontStyle: 'italic',
    color: tokens.colorNeutralForeground3,
  },
});

export interface MessageRowProps {
  message: MessageView;
  ticket: TicketView;
  starts: boolean;
  isFlashed?: boolean;
  /** This person wrote it. */
  isOwn?: boolean;
  /** Day and time: where days have no lines of their own. */
  showsDate?: boolean;
  /** A picture of the message: nothing in it can be pressed. */
  inert?: boolean;
  onReply?: ((message: MessageView) => void) | undefined;
  onMenu?(at: MessageMenuAt): void;
  onQuoted?(messageId: number): void;
}

/** One stored message. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, ticket, starts, isOwn, showsDate, inert, onReply, onMenu } = props;
  const styles = useStyles();
  const t = useT();
  const isFailed = message.fromMe && message.failure !== null;
  const ack = message.fromMe && !message.onlyInternal && !isFailed ? message.ack : undefined;
  const when = { date: message.createdAt, ack, showsDate: showsDate ?? false };
  const openMenu = (event: MouseEvent): void => {
    if (!onMenu || message.isDeleted) return;
    event.preventDefault();
    const place = event.currentTarget.getBoundingClientRect();
    const isClick = event.type === 'click';
    onMenu({
      message,
      x: isClick ? place.left : event.clientX,
      y: isClick ? place.bottom : event.clientY,
      isOwn: isOwn ?? false,
    });
  };
  const tools = onMenu && !message.isDeleted && (
    <div className={styles.tools}>
      {onReply && !message.onlyInternal && (
        <IconButton
          size="small"
          icon={<ArrowReply16Regular />}
          label={t('message.reply')}
          onClick={() => onReply(message)}
        />
      )}
      <IconButton size="small" icon={<MoreHorizontal16Regular />} label={t('message.more')} onClick={openMenu} />
    </div>
  );
  const row = (
    <Bubble
      isOurs={message.fromMe}
      starts={starts}
      isWhisper={message.onlyInternal}
      isFailed={isFailed}
      isFlashed={props.isFlashed ?? false}
      author={authorOf(props)}
      tools={tools}
      below={isFailed && !inert && <Failure message={message} contactName={ticket.contact.name} />}
      onContextMenu={openMenu}
    >
      {message.isDeleted ? (
        <Said when={when}>
          <span className={styles.deleted}>
            <Prohibited16Regular aria-hidden="true" />
            {t(message.fromMe ? 'message.deletedByUs' : 'message.deletedByThem')}
          </span>
        </Said>
      ) : (
        <Content message={message} ticket={ticket} when={when} onQuoted={props.onQuoted} />
      )}
    </Bubble>
  );
  return inert ? <div inert>{row}</div> : row;
});

/** Colleagues are named, and people in a group: who else could have said it? */
function authorOf({ message, starts, isOwn }: MessageRowProps): string | undefined {
  if (message.onlyInternal) return message.user?.name;
  if (!starts || isOwn) return undefined;
  return message.fromMe ? message.user?.name : (message.participant ?? undefined);
}
