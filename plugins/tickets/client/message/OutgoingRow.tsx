import { ProgressBar, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { errorText, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import type { Outbox, OutboxEntry } from '../model/outbox.ts';
import { Bubble } from './Bubble.tsx';
import { Content } from './Content.tsx';
import { NotSent, NotSentAction } from './Failure.tsx';

const useStyles = makeStyles({
  upload: { display: 'flex', alignItems: 'center', gap: '8px', padding: '2px 4px 4px 10px' },
  bar: { flexGrow: 1 },
  share: {
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    minWidth: '32px',
    textAlign: 'right',
  },
});

/** As the message will look once the server has it. */
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
  outbox: Outbox;
  ticket: TicketView;
  starts: boolean;
  onTakeBack(entry: OutboxEntry): void;
}

/** Something said that is on its way to the server, or was refused by it. */
export function OutgoingRow({ entry, outbox, ticket, starts, onTakeBack }: OutgoingRowProps) {
  const styles = useStyles();
  const t = useT();
  const message = useMemo(() => asMessage(entry), [entry]);
  const isFailed = entry.state === 'failed';
  const discard = (): void => {
    outbox.discard(entry.clientId);
    // What was typed goes back to where it was typed.
    onTakeBack(entry);
  };
  return (
    <Bubble
      isOurs
      starts={starts}
      isWhisper={entry.internal === true}
      isFailed={isFailed}
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
      {entry.file && !isFailed && (
        <div className={styles.upload}>
          <ProgressBar
            className={styles.bar}
            {...(entry.state === 'sending' ? { value: entry.progress } : { value: 0 })}
            aria-label={t('message.uploading', { name: entry.file.file.name })}
          />
          <span className={styles.share}>{Math.round(entry.progress * 100)}%</span>
          <IconButton size="small" icon={<Dismiss16Regular />} label={t('message.cancelUpload')} onClick={discard} />
        </div>
      )}
    </Bubble>
  );
}
