import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, errorText, useFormat, useT } from '@balcao/sdk/client';
import { DialogFrame } from '@balcao/sdk/ui';
import type { MessageFacts, MessageView } from '../../contract.ts';
import { plainText, shorten } from '@balcao/sdk/chat';
import { Ticks } from '@balcao/sdk/chat';

const useStyles = makeStyles({
  message: {
    marginBottom: '12px',
    paddingBottom: '12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  facts: { display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '10px 16px', margin: 0 },
  name: { display: 'flex', alignItems: 'center', gap: '6px', color: tokens.colorNeutralForeground3 },
  value: { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
});

/** The author of a message, and when it reached each delivery state. */
export function MessageFactsDialog({ message, onClose }: { message: MessageView; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const { dateTime } = useFormat();
  const { data, error } = useQuery({
    // A new receipt reloads it.
    queryKey: ['tickets-message-facts', message.id, message.ack, message.failure],
    queryFn: ({ signal }) => api.get<MessageFacts>(`/messages/${message.id}/facts`, {}, { signal }),
    placeholderData: (known) => known,
  });
  const at = (date: string | null | undefined, reached: boolean): string =>
    date ? dateTime(date) : t(reached && data ? 'facts.unknown' : 'facts.notYet');
  const author = data?.user?.name ?? message.user?.name ?? message.participant ?? t('facts.company');
  const rows: [string, number | undefined, string][] = [
    [t('facts.by'), undefined, author],
    [t('facts.written'), undefined, dateTime(message.createdAt)],
  ];
  if (!message.onlyInternal) {
    rows.push(
      [t('ack.sent'), 1, at(data?.sentAt, message.ack >= 1)],
      [t('ack.delivered'), 2, at(data?.deliveredAt, message.ack >= 2)],
      [t('ack.read'), 3, at(data?.readAt, message.ack >= 3)],
    );
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('message.facts')}
        width={400}
        small
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('facts.close')}</Button>}
      >
        <div className={styles.message}>
          {shorten(plainText(message.body), 160) ||
            message.mediaName ||
            (message.mediaType && t(`media.${message.mediaType}`))}
        </div>
        {error ? (
          errorText(error, t)
        ) : (
          <dl className={styles.facts}>
            {rows.map(([name, ack, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt className={styles.name}>
                  {ack !== undefined && <Ticks ack={ack} />}
                  {name}
                </dt>
                <dd className={styles.value}>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </DialogFrame>
    </Dialog>
  );
}
