import { useId, useState } from 'react';
import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { Kbd, Spinner, ext } from '@balcao/sdk/ui';

import type { FoundPassages } from '../../contract.ts';
import { GoldenDialog } from '../golden/GoldenDialog.tsx';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';
import { WrittenAnswer, type TrialAnswer } from './WrittenAnswer.tsx';

const useStyles = makeStyles({
  panel: {
    width: '384px',
    flexShrink: 0,
    padding: '16px 20px',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.canvas,
    '@media (max-width: 1199px)': {
      width: 'auto',
      borderLeft: 'none',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
  head: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '8px', marginBottom: '8px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  field: { width: '100%' },
  status: { margin: '12px 0 4px', fontWeight: tokens.fontWeightSemibold, minHeight: '20px' },
  missing: { marginTop: '12px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px' },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) 48px',
    gap: '4px 8px',
    padding: '10px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  index: {
    width: '16px',
    height: '16px',
    borderRadius: '4px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: ext.bubbleOut,
    color: tokens.colorNeutralForeground1,
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  bar: { alignSelf: 'center', height: '4px', borderRadius: '2px', backgroundColor: ext.ghost, overflow: 'hidden' },
  fill: { display: 'block', height: '100%', backgroundColor: tokens.colorCompoundBrandBackground },
  text: {
    gridColumn: '2 / 4',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    display: '-webkit-box',
    WebkitLineClamp: 4,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    whiteSpace: 'pre-line',
  },
});

/** A panel to try the sources: the answer to a question, and the passages that it finds, with their strength. Nothing is sent. */
export function AskPanel({ onGap }: { onGap(): void }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const title = useId();
  const [question, setQuestion] = useState('');
  const [isMaking, setMaking] = useState(false);
  const { isReady, reason, canConfigure } = usePurpose('assistant');
  const asked = useMutation({
    mutationFn: (text: string) => api.post<FoundPassages>('/assistant/ask', { question: text }),
    onError: (error) => toasts.error(textOf(error)),
  });
  const written = useMutation({
    mutationFn: (text: string) => api.post<TrialAnswer>('/assistant/ask/answer', { question: text }),
  });
  const ask = (): void => {
    const text = question.trim();
    if (text === '') return;
    asked.mutate(text);
    written.reset();
    if (isReady === true) written.mutate(text);
  };
  const notWell = async (): Promise<void> => {
    try {
      await api.post('/assistant/gaps', { question: question.trim().slice(0, 300) });
      toasts.success(t('ask.noted'));
      onGap();
    } catch (error) {
      toasts.error(textOf(error));
    }
  };
  const { data } = asked;
  return (
    <section className={styles.panel} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title} className={styles.title}>
          {t('ask.title')}
        </h2>
        <span className={styles.quiet}>{t('ask.nothingSent')}</span>
      </div>
      <Input
        className={styles.field}
        value={question}
        maxLength={1000}
        aria-label={t('ask.title')}
        placeholder={t('ask.placeholder')}
        contentAfter={asked.isPending ? <Spinner size="tiny" label={t('ask.searching')} /> : <Kbd keys="Enter" />}
        onChange={(_, { value }) => setQuestion(value)}
        onKeyDown={({ key }) => key === 'Enter' && ask()}
      />
      {!written.isIdle && <WrittenAnswer answer={written.data} error={written.error} />}
      {data && isReady === false && (
        <div className={styles.missing}>
          <NotReady reason={reason} canConfigure={canConfigure} />
        </div>
      )}
      <p className={styles.status} role="status">
        {data && t(data.isFound ? 'ask.found' : 'ask.notFound', { count: data.passages.length })}
      </p>
      <ol className={styles.list}>
        {data?.passages.map((passage, index) => (
          <li key={passage.id} className={styles.item}>
            <span className={styles.index}>{index + 1}</span>
            <span className={styles.name} title={passage.heading}>
              {[passage.source, passage.heading].filter((part) => part !== '').join(', ')}
            </span>
            <span
              className={styles.bar}
              role="img"
              aria-label={t('ask.strength', { percent: Math.round(passage.strength * 100) })}
            >
              <span className={styles.fill} style={{ width: `${Math.round(passage.strength * 100)}%` }} />
            </span>
            <span className={styles.text}>{passage.text}</span>
          </li>
        ))}
      </ol>
      {data && (
        <div className={styles.buttons}>
          <Button size="small" icon={<Add16Regular />} onClick={() => setMaking(true)}>
            {t('gaps.makeGolden')}
          </Button>
          <Button size="small" onClick={() => void notWell()}>
            {t('ask.notWell')}
          </Button>
        </div>
      )}
      {isMaking && <GoldenDialog question={question.trim().slice(0, 300)} onClose={() => setMaking(false)} />}
    </section>
  );
}
