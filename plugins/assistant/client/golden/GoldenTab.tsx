import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Beaker32Regular, Play20Regular } from '@fluentui/react-icons';
import { Add20Regular, ChevronRight20Regular, ShieldCheckmark16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { DataTable, EmptyState, ErrorState } from '@balcao/sdk/ui';
import type { Golden } from '../../evaluation-view.ts';
import { useSources } from '../data.ts';
import {
  rankOf,
  rowsOf,
  useEvaluation,
  useEvaluations,
  useGolden,
  useMeasures,
  useToolName,
  type GoldenRow,
} from './golden-data.ts';
import OutcomeCard from '../outcomes/OutcomeCard.tsx';
import { Acceptance } from './Acceptance.tsx';
import { GoldenDialog } from './GoldenDialog.tsx';
import { PairSheet } from './PairSheet.tsx';
import { RunDialog } from './RunDialog.tsx';
import { RunSummary } from './RunSummary.tsx';
import { Verdict } from './Verdict.tsx';

const useStyles = makeStyles({
  line: {
    // A line that may not break would make the table wider than its place.
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  question: { fontWeight: tokens.fontWeightSemibold },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '6px',
    marginTop: '12px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '& > svg': { flexShrink: 0 },
  },
  actions: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap', justifyContent: 'flex-end' },
  last: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 859px)': { display: 'none' },
  },
});

/** Buttons of the page's head: a new question, and running all of them. */
export function GoldenActions() {
  const t = useT();
  const styles = useStyles();
  const { dateTime } = useFormat();
  const golden = useGolden();
  const last = useEvaluations().data?.[0];
  const [, setSearch] = useSearchParams();
  const count = golden.data?.length ?? 0;
  const [isRunning, setRunning] = useState(false);
  return (
    <div className={styles.actions}>
      {last && (
        <span className={styles.last}>
          {t('golden.last', { time: dateTime(last.createdAt), name: last.startedBy ?? '' }).replace(/, $/, '')}
        </span>
      )}
      <Button icon={<Add20Regular />} onClick={() => setSearch({ new: '1' })}>
        {t('golden.addShort')}
      </Button>
      {count > 0 && (
        <Button
          appearance="primary"
          icon={<Play20Regular />}
          disabled={last?.state === 'running'}
          onClick={() => setRunning(true)}
        >
          {t('golden.run', { count })}
        </Button>
      )}
      {isRunning && <RunDialog count={count} onClose={() => setRunning(false)} />}
    </div>
  );
}

/** Questions by which the assistant is tried before a change reaches customers, with their answers in the last run. */
export function GoldenTab() {
  const t = useT();
  const styles = useStyles();
  const golden = useGolden();
  const evaluations = useEvaluations();
  const detail = useEvaluation(evaluations.data?.[0]?.id);
  const sources = useSources();
  const { seconds } = useMeasures();
  const toolName = useToolName();
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<number>();
  const [edited, setEdited] = useState<Golden>();
  const isNew = search.get('new') !== null;
  const close = (): void => {
    setEdited(undefined);
    if (isNew) setSearch({});
  };
  const failed = golden.error ?? evaluations.error ?? detail.error;
  if (failed)
    return (
      <ErrorState
        error={failed}
        onRetry={() => void Promise.all([golden.refetch(), evaluations.refetch(), detail.refetch()])}
      />
    );
  const rows = rowsOf(golden.data ?? [], detail.data?.pairs ?? []);
  const current = rows.find((row) => row.golden.id === chosen);
  const hasOld = detail.data?.evaluation.labels.old != null;
  const sourceName = (id: number | null): string => {
    const source = sources.data?.find((one) => one.id === id);
    return source ? source.title || t(`source.${source.kind}`) : '';
  };
  const wanted = ({ must, tool, sourceId }: Golden): string =>
    [...must, tool === null ? '' : t('golden.wantsTool', { tool: toolName(tool).toLowerCase() }), sourceName(sourceId)]
      .filter(Boolean)
      .join(', ');
  const phrases = (text: string) => (
    <span className={styles.line} title={text}>
      {text === '' ? '–' : text}
    </span>
  );
  return (
    <>
      {rows.length > 0 && detail.data && <RunSummary detail={detail.data} />}
      <DataTable
        label={t('tab.golden')}
        rows={rows}
        rowKey={({ golden: { id } }) => id}
        loading={golden.isPending || evaluations.isPending}
        rowHeight={64}
        onRowClick={({ golden: { id } }: GoldenRow) => setChosen(id)}
        rowTone={({ pair }) => (pair && rankOf(pair) === 0 ? 'bad' : undefined)}
        empty={
          <EmptyState
            icon={<Beaker32Regular />}
            title={t('golden.empty')}
            text={t('golden.emptyText')}
            action={
              <Button appearance="primary" onClick={() => setSearch({ new: '1' })}>
                {t('golden.add')}
              </Button>
            }
          />
        }
        columns={[
          {
            id: 'question',
            header: t('faq.question'),
            touch: 'title',
            cell: ({ golden: { question } }) => (
              <span className={`${styles.line} ${styles.question}`} title={question}>
                {question}
              </span>
            ),
          },
          {
            id: 'must',
            header: t('golden.must'),
            width: '18%',
            touch: 'hide',
            cell: (row) => phrases(wanted(row.golden)),
          },
          {
            id: 'mustNot',
            header: t('golden.mustNot'),
            width: '14%',
            touch: 'hide',
            cell: (row) => phrases(row.golden.mustNot.join(', ')),
          },
          ...(hasOld
            ? [
                {
                  id: 'old',
                  header: t('golden.old'),
                  width: 112,
                  touch: 'hide' as const,
                  cell: ({ pair }: GoldenRow) => <Verdict side={pair?.old && { ...pair.old, faults: [] }} />,
                },
              ]
            : []),
          {
            id: 'new',
            header: t(hasOld ? 'golden.new' : 'golden.result'),
            width: 232,
            cell: ({ pair }: GoldenRow) => <Verdict side={pair?.new} former={pair?.old} />,
          },
          {
            id: 'time',
            header: t('golden.time'),
            width: 72,
            align: 'end',
            touch: 'hide',
            cell: ({ pair }: GoldenRow) => (pair?.new?.ms == null ? '–' : seconds(pair.new.ms)),
          },
          {
            id: 'open',
            header: t('golden.one'),
            hiddenHeader: true,
            width: 40,
            touch: 'hide',
            cell: () => <ChevronRight20Regular aria-hidden />,
          },
        ]}
      />
      {rows.length > 0 && (
        <p className={styles.foot}>
          <ShieldCheckmark16Regular aria-hidden />
          {t('golden.foot')}
        </p>
      )}
      <OutcomeCard />
      <Acceptance />
      {current && !edited && (
        <PairSheet
          row={current}
          sourceName={sourceName(current.golden.sourceId)}
          hasOld={hasOld}
          onEdit={() => setEdited(current.golden)}
          onClose={() => setChosen(undefined)}
        />
      )}
      {(edited ?? isNew) && <GoldenDialog golden={edited} question={search.get('question') ?? ''} onClose={close} />}
    </>
  );
}
