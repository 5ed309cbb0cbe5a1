import { ProgressBar, makeStyles } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { Bubble, MessageTime } from '@balcao/sdk/chat';
import { errorText, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import type { Outbox, OutboxEntry } from '../model/outbox.ts';
import { Content } from './Content.tsx';
import { NotSent, NotSentAction } from './Failure.tsx';
import { MessageAlbum } from './media/MessageAlbum.tsx';

const useStyles = makeStyles({
  // Over the lower edge and beside the bubble: nothing moves once the message is stored.
  bar: { position: 'absolute', left: '10px', right: '10px', bottom: '1px', width: 'auto' },
});

const fileOf = ({ file }: OutboxEntry): MessageView['files'] =>
  file?.preview
    ? [{ url: file.preview, type: file.kind, name: file.file.name, size: file.file.size, mime: file.file.type }]
    : [];

/** Returns the message as it will look once it is stored. */
const asMessage = (entry: OutboxEntry): MessageView => ({
  id: -1,
  ticketId: entry.ticketId,
  subject: entry.subject || null,
  body: entry.body,
  fromMe: true,
  ack: 0,
  failure: null,
  failureReason: null,
  mediaUrl: entry.file?.preview ?? null,
  mediaType: entry.file?.kind ?? null,
  mediaName: entry.file?.file.name ?? null,
  mediaSize: entry.file?.file.size ?? null,
  mediaMime: entry.file?.file.type ?? null,
  quotedMsg: entry.quoted,
  dataJson: null,
  files: fileOf(entry),
  messageReact: [],
  isDeleted: false,
  editedAt: null,
  onlyInternal: entry.internal === true,
  isForwarded: false,
  user: null,
  clientId: entry.clientId,
  createdAt: entry.createdAt,
  timestamp: Date.parse(entry.createdAt),
  queueId: null,
  contact: null,
  summary: null,
});

export interface OutgoingRowProps {
  entry: OutboxEntry;
  /** Pictures sent together with it, itself first. */
  album?: readonly OutboxEntry[] | undefined;
  outbox: Outbox;
  ticket: TicketView;
  starts: boolean;
  onRestore(entry: OutboxEntry): void;
}

/** A message that is being sent to the server, or was refused by it. */
export function OutgoingRow({ entry, album, outbox, ticket, starts, onRestore }: OutgoingRowProps) {
  const styles = useStyles();
  const t = useT();
  const message = useMemo(() => asMessage(entry), [entry]);
  const isFailed = entry.state === 'failed';
  const isUploading = entry.file !== null && !isFailed;
  const discard = (): void => {
    outbox.discard(entry.clientId);
    // The text returns to the field.
    onRestore(entry);
  };
  if (album) {
    return (
      <Bubble isOurs starts={starts} isNote={entry.internal === true}>
        <MessageAlbum
          messages={[]}
          pending={album}
          outbox={outbox}
          ticketId={ticket.id}
          when={<MessageTime date={entry.createdAt} ack={0} />}
        />
      </Bubble>
    );
  }
  return (
    <Bubble
      isOurs
      starts={starts}
      isNote={entry.internal === true}
      isFailed={isFailed}
      tools={
        isUploading && (
          <IconButton size="small" icon={<Dismiss16Regular />} label={t('message.cancelUpload')} onClick={discard} />
        )
      }
      below={
        isFailed && (
          <NotSent reason={t('message.refused', { reason: errorText(entry.error ?? 'ERR_INTERNAL', t) })}>
            <NotSentAction onClick={() => outbox.retry(entry.clientId)}>{t('message.retry')}</NotSentAction>
            <NotSentAction onClick={discard}>{t('message.discard')}</NotSentAction>
          </NotSent>
        )
      }
    >
      <Content message={message} ticket={ticket} when={{ date: entry.createdAt, ack: isFailed ? undefined : 0 }} />
      {isUploading && (
        <ProgressBar
          className={styles.bar}
          {...(entry.state === 'sending' ? { value: entry.progress } : { value: 0 })}
          aria-label={t('message.uploading', { name: entry.file?.file.name })}
        />
      )}
    </Bubble>
  );
}
