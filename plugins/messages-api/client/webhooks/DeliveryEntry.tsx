import { useId, useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRepeatAll20Regular, ChevronDown20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { SkeletonRows, StatusPill, type Tone } from '@balcao/sdk/ui';
import {
  deliveriesKey,
  type DeliveryDetailsView,
  type DeliveryState,
  type DeliveryView,
} from '../data/integrations.ts';
import { useSectionStyles } from '../page/section-styles.ts';
import { Attempts, useFaultText } from './Attempts.tsx';
import { CodeBlock } from '../tokens/CodeBlock.tsx';

const tones: Readonly<Record<DeliveryState, Tone>> = { sent: 'ok', waiting: 'warn', failed: 'bad' };

const useStyles = makeStyles({
  entry: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  line: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '10px',
    width: '100%',
    minHeight: '52px',
    padding: '6px 4px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  event: { display: 'block', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase300 },
  details: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '4px 4px 16px 34px',
    '@media (max-width: 599px)': { paddingLeft: '4px' },
  },
  label: { margin: '4px 0 0', fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  code: { border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: '8px', overflow: 'hidden' },
});

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

function Details({ delivery }: { delivery: DeliveryView }) {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const faultText = useFaultText();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { id, webhookId, status, attempts, triedAt, uid } = delivery;
  const { data } = useQuery({
    queryKey: [...deliveriesKey(webhookId), 'one', id, status, attempts, triedAt],
    queryFn: ({ signal }) => api.get<DeliveryDetailsView>(`/webhooks/deliveries/${id}`, {}, { signal }),
  });
  const replay = async (): Promise<void> => {
    try {
      const { replayed } = await api.post<{ replayed: number }>(`/webhooks/${webhookId}/replay`, { ids: [id] });
      toasts.success(t('log.replayed', { count: replayed }));
      await queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
    } catch (error) {
      toasts.error(error);
    }
  };
  if (!data) return <SkeletonRows rows={5} />;
  const answerText = data.answerBody === '' ? t('log.emptyAnswer') : data.answerBody;
  return (
    <div className={styles.details}>
      <span className={`${section.quiet} ${section.mono}`}>{uid}</span>
      <h3 className={styles.label}>{t('log.request')}</h3>
      <div className={styles.code}>
        <CodeBlock wrapped label={t('log.request')}>
          {pretty(data.body)}
        </CodeBlock>
      </div>
      <h3 className={styles.label}>
        {t('log.answer')} {data.answerStatus}
      </h3>
      {answerText === null ? (
        <span className={section.quiet}>{data.fault ? faultText(data.fault) : t('log.noAnswer')}</span>
      ) : (
        <div className={styles.code}>
          <CodeBlock wrapped label={t('log.answer')}>
            {pretty(answerText)}
          </CodeBlock>
        </div>
      )}
      {data.tries.length > 0 && <Attempts tries={data.tries} />}
      {status === 'waiting' && !delivery.nextAt && <span role="status">{t('log.trying')}</span>}
      {status !== 'waiting' && (
        <div>
          <Button icon={<ArrowRepeatAll20Regular />} onClick={() => void replay()}>
            {t('log.replay')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** One delivery: its summary, and on demand its request and answer. */
export function DeliveryEntry({ delivery }: { delivery: DeliveryView }) {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const format = useFormat();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { event, status, attempts, answerStatus, durationMs, createdAt, nextAt, isTest } = delivery;
  const facts = [
    format.dateTime(createdAt),
    ...(answerStatus === null ? [] : [String(answerStatus)]),
    ...(durationMs === null ? [] : [t('log.ms', { ms: format.number(durationMs) })]),
    ...(attempts > 1 ? [t('log.attempts', { count: attempts })] : []),
    ...(status === 'waiting' && nextAt ? [t('log.next', { when: format.clock(nextAt) })] : []),
  ];
  return (
    <li className={styles.entry}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': id } : {})}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronDown20Regular aria-hidden="true" /> : <ChevronRight20Regular aria-hidden="true" />}
        <span>
          <span className={styles.event}>
            {event}
            {isTest && <span className={section.quiet}> {t('log.isTest')}</span>}
          </span>
          <span className={section.quiet}>{facts.join(' · ')}</span>
        </span>
        <StatusPill tone={tones[status]}>{t(`log.${status}`)}</StatusPill>
      </button>
      {isOpen && (
        <div id={id}>
          <Details delivery={delivery} />
        </div>
      )}
    </li>
  );
}
