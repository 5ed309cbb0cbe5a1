import { useState } from 'react';
import { Button, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api, useErrorText, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Bar, ConfirmDialog, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { ScheduleView, SeriesPart } from '../../contract.ts';
import { CardFrame } from '../calendar/CardFrame.tsx';
import { useReason } from './useReason.ts';
import { withName } from './with-name.ts';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '12px' },
  text: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', gap: '8px' },
});

export interface MessageCardProps {
  id: number;
  /** Its place on the calendar; absent: it was chosen in the list. */
  beside?: { id: string; rect: DOMRect };
  /** Asks at once whether it is to be deleted. */
  removes?: boolean;
  onEdit(message: ScheduleView): void;
  onClose(): void;
}

/** One scheduled message: what becomes of it, and what can be done. */
export function MessageCard({ id, beside, removes = false, onEdit, onClose }: MessageCardProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const textOf = useErrorText();
  const reasonOf = useReason();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(removes);
  const [part, setPart] = useState<SeriesPart>('this');
  const {
    data: message,
    error,
    refetch,
  } = useQuery({
    queryKey: ['agenda', 'message', id],
    queryFn: ({ signal }) => api.get<ScheduleView>(`/schedules/${id}`, {}, { signal }),
  });
  const renew = () => queries.invalidateQueries({ queryKey: ['agenda'] });
  const retry = async (): Promise<void> => {
    try {
      await api.post(`/schedules/${id}/retry`);
      toasts.success(t('message.retried'));
    } catch (failure) {
      toasts.error(textOf(failure));
    }
    await renew();
  };
  const isOpen = message?.status === 'PENDENTE' || message?.status === 'ERRO';
  return (
    <CardFrame
      {...(beside && { beside })}
      title={message?.contact?.name ?? t('message.title')}
      onClose={onClose}
      footer={
        message && (
          <div className={styles.buttons}>
            {message.status === 'ERRO' && (
              <Button appearance="primary" onClick={() => void retry()}>
                {t('message.retry')}
              </Button>
            )}
            {isOpen && (
              <Button onClick={() => onEdit(message)}>
                {t(message.status === 'ERRO' ? 'message.reschedule' : 'message.edit')}
              </Button>
            )}
            {message.status !== 'ENVIANDO' && <Button onClick={() => setRemoving(true)}>{t('message.remove')}</Button>}
          </div>
        )
      }
    >
      {error && !message ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !message ? (
        <SkeletonRows rows={4} height={24} />
      ) : (
        <div className={styles.body}>
          <span>{`${t(message.status === 'ERRO' ? 'message.title' : `status.${message.status}`)} · ${format.dateTime(message.sendAt)}`}</span>
          {message.status === 'ERRO' && (
            <Bar tone="bad">{t('message.notSent', { reason: reasonOf(message.error) })}</Bar>
          )}
          {message.lateMinutes !== null && (
            <Bar tone="warn">{t('message.late', { late: lateText(message.lateMinutes) })}</Bar>
          )}
          {message.status === 'ENVIADA' && message.sentAt === null && (
            <span className={styles.quiet}>{t('message.onItsWay')}</span>
          )}
          <p className={styles.text}>{withName(message.body, message.contact?.name)}</p>
          {message.mediaName !== null && (
            <span className={styles.quiet}>{t('message.file', { name: message.mediaName })}</span>
          )}
          {message.rule !== null && <span className={styles.quiet}>{t('message.series')}</span>}
          <span className={styles.quiet}>
            {t('message.by', {
              name: message.user?.name ?? '—',
              connection: message.whatsapp?.name ?? t('form.lastConnection'),
            })}
          </span>
          {message.ticketUuid !== null && <Link to={`/tickets/${message.ticketUuid}`}>{t('message.open')}</Link>}
        </div>
      )}
      {isRemoving && message && (
        <ConfirmDialog
          open
          title={t('message.removeTitle')}
          text={
            message.seriesId !== null && message.status === 'PENDENTE' ? (
              <RadioGroup
                value={part}
                onChange={(_, { value }) => setPart(value as SeriesPart)}
                aria-label={t('form.part')}
              >
                <Radio value="this" label={t('form.partThis')} />
                <Radio value="following" label={t('form.partFollowing')} />
              </RadioGroup>
            ) : (
              t('message.removeText')
            )
          }
          confirmLabel={t('message.remove')}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await api.delete(`/schedules/${id}?part=${part}`);
            await renew();
            toasts.success(t('message.removed'));
            onClose();
          }}
        />
      )}
    </CardFrame>
  );
}

const lateText = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
