import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, useErrorText, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Bar, ConfirmDialog, ProgressBar } from '@balcao/sdk/ui';
import type { EvaluationDetail, EvaluationLabel } from '../../evaluation-view.ts';
import { sourcesKey } from '../data.ts';
import { evaluationsKey, figuresOf, useMeasures } from './golden-data.ts';

const useStyles = makeStyles({
  running: { display: 'flex', alignItems: 'center', gap: '16px', marginBottom: '16px' },
  progress: { flexGrow: 1, minWidth: 0 },
  card: {
    display: 'flex',
    flexWrap: 'wrap',
    marginBottom: '16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
  },
  cell: {
    flex: '1 1 160px',
    minWidth: 0,
    padding: '12px 16px',
    // Hairlines between cells, wherever a line ends.
    boxShadow: `1px 0 0 0 ${tokens.colorNeutralStroke2}, 0 1px 0 0 ${tokens.colorNeutralStroke2}`,
  },
  sides: { flex: '2 1 280px' },
  label: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  value: {
    display: 'block',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  of: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  names: {
    display: 'grid',
    gridTemplateColumns: '48px minmax(0, 1fr)',
    gap: '4px 12px',
    margin: '0 0 4px',
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
});

/** A run in short: its progress, its figures beside those before, and the button that uses what was tried. */
export function RunSummary({ detail: { evaluation, pairs } }: { detail: EvaluationDetail }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const { number } = useFormat();
  const { seconds, cost } = useMeasures();
  const [isAsking, setAsking] = useState(false);
  const { state, done, total, better, worse, labels, candidate, error, id } = evaluation;
  const old = labels.old && figuresOf(pairs.map((pair) => pair.old));
  const now = figuresOf(pairs.map((pair) => pair.new));
  const act = async (path: string, body: object = {}): Promise<void> => {
    try {
      await api.post(`/assistant/evaluations/${id}/${path}`, body);
      if (path === 'use') toasts.success(t('golden.used'));
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'ERR_EVALUATION_WORSE') setAsking(true);
      else toasts.error(textOf(failure));
    }
    await Promise.all(
      [evaluationsKey, sourcesKey, ['assistant', 'versions'], ['assistant', 'models']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
  const nameOf = ({ version, model, sources }: EvaluationLabel): string =>
    [
      version === null ? t('settings.noVersion') : t('golden.versionName', { number: version }),
      model,
      ...sources.map(({ title, kind, isOn }) =>
        t(isOn ? 'golden.withSource' : 'golden.withoutSource', { name: title || t(`source.${kind}`) }),
      ),
    ]
      .filter((part) => part !== '')
      .join(', ');
  const isTried = candidate.versionId !== null || candidate.model !== null || candidate.sourceIds.length > 0;
  const than = (value: number | undefined, before: number | undefined, show: (amount: number) => string): string => {
    if (value === undefined || before === undefined) return '';
    if (show(Math.abs(value - before)) === show(0) || value === before) return t('golden.same');
    return t(value < before ? 'golden.less' : 'golden.more', { amount: show(Math.abs(value - before)) });
  };
  const cells: [label: string, value: string, of: string, than: string][] = [
    [
      t('golden.pass'),
      number(now.passed),
      t('golden.ofAll', { count: pairs.length }),
      old ? t('golden.changes', { better: number(better), worse: number(worse) }) : '',
    ],
    [
      t('golden.cited'),
      now.cited === undefined ? '–' : number(now.cited),
      now.cited === undefined ? '' : '%',
      than(now.cited, old?.cited, (points) => t('golden.points', { points: number(points) })),
    ],
    [
      t('golden.median'),
      now.medianMs === undefined ? '–' : seconds(now.medianMs),
      '',
      than(now.medianMs, old?.medianMs, seconds),
    ],
    [
      t('golden.costEach'),
      now.costMicros === undefined ? '–' : cost(now.costMicros),
      '',
      than(now.costMicros, old?.costMicros, cost),
    ],
  ];
  return (
    <>
      {state === 'running' && (
        <div className={styles.running}>
          <div className={styles.progress}>
            <span role="status">{t('golden.running', { done: number(done), total: number(total) })}</span>
            <ProgressBar aria-hidden value={total === 0 ? 0 : done / total} />
          </div>
          <Button onClick={() => void act('cancel')}>{t('golden.cancel')}</Button>
        </div>
      )}
      {state === 'cancelled' && (
        <Bar tone="neutral">{t('golden.cancelled', { done: number(done), total: number(total) })}</Bar>
      )}
      {state === 'failed' && (
        <Bar tone="bad">
          {t('golden.broken')} {textOf(error ?? 'ERR_EVALUATION_LOST')}
        </Bar>
      )}
      <div className={styles.card}>
        {cells.map(([label, value, of, change]) => (
          <div key={label} className={styles.cell}>
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>
              {value} <span className={styles.of}>{of}</span>
            </span>
            <span className={styles.label}>{change}</span>
          </div>
        ))}
        <div className={`${styles.cell} ${styles.sides}`}>
          <dl className={styles.names}>
            {labels.old && (
              <>
                <dt>{t('golden.old')}</dt>
                <dd>{nameOf(labels.old)}</dd>
              </>
            )}
            <dt>{t(labels.old ? 'golden.new' : 'golden.old')}</dt>
            <dd>{nameOf(labels.new)}</dd>
          </dl>
          {isTried && evaluation.usedAt !== null && <span className={styles.label}>{t('golden.inUse')}</span>}
          {isTried && evaluation.usedAt === null && state === 'done' && (
            <Link as="button" onClick={() => void act('use')}>
              {t('golden.use')}
            </Link>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('golden.worseTitle', { count: worse })}
        text={t('golden.worseText')}
        confirmLabel={t('golden.useAnyway')}
        onConfirm={async () => {
          await act('use', { isSure: true });
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
