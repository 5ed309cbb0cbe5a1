import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { DataTable, ErrorState } from '@balcao/sdk/ui';

interface CompanyCost {
  companyId: number;
  name: string;
  runs: number;
  failed: number;
  tokens: number;
  costMicros: number;
}

/** The use of models by company, for super users. */
export function CompanyCosts() {
  const t = useT();
  const { money, number } = useFormat();
  const costs = useQuery({
    queryKey: ['chatai', 'platform-costs'],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: CompanyCost[] }>('/ai/platform-costs', {}, { signal })).records,
  });
  if (costs.isError) return <ErrorState error={costs.error} onRetry={() => void costs.refetch()} />;
  const rows = costs.data ?? [];
  const total = rows.reduce((sum, { costMicros }) => sum + costMicros, 0);
  return (
    <section aria-label={t('cost.byCompany')}>
      <h2>{t('cost.byCompanyTotal', { total: money(total / 10_000) })}</h2>
      <DataTable
        label={t('cost.byCompany')}
        rows={rows}
        loading={costs.isPending}
        rowKey={({ companyId }) => companyId}
        columns={[
          { id: 'name', header: t('cost.company'), touch: 'title', cell: ({ name }) => name },
          { id: 'runs', header: t('cost.runs'), width: 120, align: 'end', cell: ({ runs }) => number(runs) },
          { id: 'failed', header: t('cost.failed'), width: 96, align: 'end', cell: ({ failed }) => number(failed) },
          { id: 'tokens', header: t('cost.tokens'), width: 136, align: 'end', cell: ({ tokens }) => number(tokens) },
          {
            id: 'cost',
            header: t('cost.cost'),
            width: 120,
            align: 'end',
            cell: ({ costMicros }) => money(costMicros / 10_000),
          },
        ]}
      />
    </section>
  );
}
