import { Button, makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { Copy16Regular, TextQuote16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { IconButton, tint } from '@balcao/sdk/ui';
import type { MessageView } from '@balcao/tickets/contract';

const useStyles = makeStyles({
  box: {
    margin: '0 8px 8px',
    padding: '6px 10px 8px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tint(4.5),
  },
  head: { display: 'flex', alignItems: 'center', gap: '6px', minHeight: '24px', fontSize: tokens.fontSizeBase200 },
  name: { fontWeight: tokens.fontWeightSemibold },
  kind: { flexGrow: 1, color: tokens.colorNeutralForeground3 },
  text: { margin: 0, fontSize: '13px', lineHeight: '20px', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  lines: { display: 'flex', flexDirection: 'column', gap: '6px', paddingTop: '4px' },
  again: { marginTop: '6px' },
  start: { margin: '0 8px 6px' },
});

/** The text of a voice message under its player, or the button that writes it down. */
export default function Transcript({ message }: { message: MessageView }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const [state, setState] = useState<'idle' | 'running' | 'silent'>('idle');
  const [failure, setFailure] = useState<unknown>();
  const write = async (): Promise<void> => {
    setState('running');
    setFailure(undefined);
    try {
      const { message: written } = await api.post<{ message: MessageView }>(`/messages/${message.id}/transcribe`);
      setState(written.summary === null ? 'silent' : 'idle');
    } catch (error) {
      setFailure(error);
      setState('idle');
    }
  };
  const { summary } = message;
  if (summary === null && state === 'idle' && failure === undefined)
    return (
      <div className={styles.start}>
        <Button size="small" appearance="subtle" icon={<TextQuote16Regular />} onClick={() => void write()}>
          {t('transcript.write')}
        </Button>
      </div>
    );
  return (
    <div className={styles.box} aria-busy={state === 'running'}>
      <div className={styles.head}>
        <TextQuote16Regular aria-hidden="true" />
        <span className={styles.name}>{t('transcript.title')}</span>
        <span className={styles.kind}>{summary !== null && t('transcript.automatic')}</span>
        {summary !== null && (
          <IconButton
            size="small"
            icon={<Copy16Regular />}
            label={t('transcript.copy')}
            onClick={() =>
              void navigator.clipboard.writeText(summary).then(() => toasts.success(t('chat.copied')), toasts.error)
            }
          />
        )}
      </div>
      {summary !== null && <p className={styles.text}>{summary}</p>}
      {summary === null && state === 'running' && (
        <Skeleton className={styles.lines} aria-label={t('transcript.writing')}>
          <SkeletonItem size={12} />
          <SkeletonItem size={12} />
        </Skeleton>
      )}
      {summary === null && state === 'silent' && <p className={styles.text}>{t('transcript.silent')}</p>}
      {summary === null && failure !== undefined && (
        <>
          <p className={styles.text} role="alert">
            {textOf(failure)}
          </p>
          <Button size="small" className={styles.again} onClick={() => void write()}>
            {t('chat.retry')}
          </Button>
        </>
      )}
    </div>
  );
}
