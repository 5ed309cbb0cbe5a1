import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, Slot, useFormat, useSession, useT, type Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import {
  BarChart,
  ChartFrame,
  DataTable,
  EmptyState,
  ErrorState,
  ext,
  Page,
  ProgressBar,
  SkeletonRows,
} from '@balcao/sdk/ui';
import { costsSection } from '../../contract.ts';
import { CompanyCosts } from './CompanyCosts.tsx';

/** The contract does not depend on React; the component is typed here. */
const sections = costsSection as PointRef<{ component: Part<object> }>;

interface Sums {
  runs: number;
  failed: number;
  unpriced: number;
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  audioSeconds: number;
  costMicros: number;
}
interface Costs {
  month: string;
  budgetMicros: number;
  byPurpose: (Sums & { purpose: string; provider: string; model: string })[];
  byDay: { day: string; costMicros: number; runs: number }[];
}

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
  },
  spent: { margin: 0 },
  total: {
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  small: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  budget: { maxWidth: '480px', display: 'flex', flexDirection: 'column', gap: '6px' },
});

const dayText = (day: string): string => day.split('-').toReversed().join('/');

/** Micro-BRL as money; the product's money is in cents. */
export const centsOf = (micros: number): number => micros / 10_000;

/** The use and cost of models in this month. */
export default function CostsPage() {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const { money, number } = useFormat();
  const costs = useQuery({
    queryKey: ['chatai', 'costs'],
    queryFn: ({ signal }) => api.get<Costs>('/ai/costs', {}, { signal }),
  });
  const data = costs.data;
  const total = data?.byPurpose.reduce((sum, { costMicros }) => sum + costMicros, 0) ?? 0;
  const unpriced = data?.byPurpose.reduce((sum, row) => sum + row.unpriced, 0) ?? 0;
  return (
    <Page title={t('cost.title')} subtitle={data?.month.split('-').toReversed().join('/')}>
      {costs.isPending && <SkeletonRows rows={6} />}
      {costs.isError && <ErrorState error={costs.error} onRetry={() => void costs.refetch()} />}
      {data && (
        <div className={styles.page}>
          <div className={styles.budget}>
            <dl className={styles.spent}>
              <dt className={styles.small}>{t('cost.spent')}</dt>
              <dd className={styles.total}>{money(centsOf(total))}</dd>
            </dl>
            {data.budgetMicros > 0 && (
              <>
                <ProgressBar
                  aria-label={t('cost.budget')}
                  value={Math.min(total, data.budgetMicros)}
                  max={data.budgetMicros}
                />
                <span className={styles.small}>
                  {t('cost.ofBudget', { budget: money(centsOf(data.budgetMicros)) })}
                </span>
              </>
            )}
            {unpriced > 0 && <span className={styles.small}>{t('cost.unpriced', { count: unpriced })}</span>}
          </div>
          {data.byPurpose.length === 0 ? (
            <EmptyState title={t('cost.none')} text={t('cost.noneText')} />
          ) : (
            <>
              <ChartFrame
                title={t('cost.byDay')}
                table={{
                  columns: [t('cost.day'), t('cost.cost')],
                  rows: data.byDay.map(({ day, costMicros }) => ({
                    id: day,
                    cells: [dayText(day), money(centsOf(costMicros))],
                  })),
                }}
              >
                <BarChart
                  label={t('cost.byDay')}
                  kind="stacked"
                  series={[{ id: 'cost', label: t('cost.cost'), color: ext.chart }]}
                  points={data.byDay.map(({ day, costMicros }) => ({
                    id: day,
                    label: day.slice(8),
                    name: dayText(day),
                    values: [costMicros],
                  }))}
                  format={(value) => money(centsOf(value))}
                />
              </ChartFrame>
              <DataTable
                label={t('cost.byPurpose')}
                rows={data.byPurpose}
                rowKey={({ purpose, provider, model }) => `${purpose} ${provider} ${model}`}
                columns={[
                  {
                    id: 'purpose',
                    header: t('cost.purpose'),
                    touch: 'title',
                    cell: ({ purpose }) => t(`purpose.name.${purpose}`),
                  },
                  {
                    id: 'model',
                    header: t('purpose.model'),
                    cell: ({ model, provider }) => [model, provider].filter(Boolean).join(', ') || '–',
                  },
                  { id: 'runs', header: t('cost.runs'), width: 104, align: 'end', cell: ({ runs }) => number(runs) },
                  {
                    id: 'failed',
                    header: t('cost.failed'),
                    width: 96,
                    align: 'end',
                    cell: ({ failed }) => number(failed),
                  },
                  {
                    id: 'in',
                    header: t('cost.tokensIn'),
                    width: 136,
                    align: 'end',
                    cell: ({ promptTokens }) => number(promptTokens),
                  },
                  {
                    id: 'out',
                    header: t('cost.tokensOut'),
                    width: 136,
                    align: 'end',
                    cell: ({ completionTokens }) => number(completionTokens),
                  },
                  {
                    id: 'cost',
                    header: t('cost.cost'),
                    width: 120,
                    align: 'end',
                    // Without any price nothing is known of its cost, which is not the same as free of charge.
                    cell: ({ costMicros, runs, unpriced }) =>
                      unpriced >= runs && costMicros === 0 ? t('cost.noPrice') : money(centsOf(costMicros)),
                  },
                ]}
              />
            </>
          )}
          <Slot point={sections} props={{}} />
          {user.super && <CompanyCosts />}
        </div>
      )}
    </Page>
  );
}
