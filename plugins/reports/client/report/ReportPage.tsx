import { useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useFormat, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ErrorState, Page, Tabs, saveFile } from '@balcao/sdk/ui';
import { FilterPanel } from '../dashboard/FilterPanel.tsx';
import { dashboardParams } from '../dashboard/use-dashboard.ts';
import { SavedFilters } from '../parts/SavedFilters.tsx';
import { useCardStyles } from '../parts/styles.ts';
import { useAddress } from '../parts/useAddress.ts';
import { Filters } from './Filters.tsx';
import { LargeFiles, largeFilesQuery } from './LargeFiles.tsx';
import { Marks } from './Marks.tsx';
import { Pager } from './Pager.tsx';
import { Rows } from './Rows.tsx';
import { Satisfaction, useSatisfaction } from './Satisfaction.tsx';
import { Totals } from './Totals.tsx';
import { filterOf, useReport } from './use-report.ts';

const fileName = 'relatorio-de-atendimentos.xlsx';

/** The report of attendances, and their ratings on a tab of its own. The whole filter is in the address. */
export default function ReportPage() {
  const t = useT();
  const { params, change } = useAddress();
  const tab = params['tab'] === 'satisfaction' ? 'satisfaction' : 'attendances';
  const tabs = (
    <Tabs
      label={t('report.title')}
      value={tab}
      onChange={(next) => change({ tab: next === 'attendances' ? '' : next }, true)}
      options={[
        { value: 'attendances', label: t('report.attendances') },
        { value: 'satisfaction', label: t('satisfaction.title') },
      ]}
    />
  );
  return tab === 'attendances' ? (
    <Attendances tabs={tabs} params={params} change={change} />
  ) : (
    <Ratings tabs={tabs} params={params} change={change} />
  );
}

function Ratings({ tabs, params, change }: TabProps) {
  const t = useT();
  const asked = dashboardParams(params);
  const period = useSatisfaction(asked).data?.period;
  return (
    <Page
      canvas
      title={t('report.title')}
      tabs={tabs}
      actions={<FilterPanel params={params} period={period} onChange={(next) => change(next)} />}
    >
      <Satisfaction params={asked} />
    </Page>
  );
}

interface TabProps extends Pick<ReturnType<typeof useAddress>, 'params' | 'change'> {
  tabs: ReactNode;
}

function Attendances({ tabs, params, change }: TabProps) {
  const t = useT();
  const { number, clock } = useFormat();
  const toasts = useToasts();
  const cards = useCardStyles();
  const { touch } = useViewport();
  const { filter, page, pageSize, rows, summary } = useReport(params);
  const [isExporting, setIsExporting] = useState(false);
  const total = rows.data?.totalTickets.total ?? 0;
  const queries = useQueryClient();
  const directRows = useQuery(largeFilesQuery).data?.directRows ?? Infinity;
  const save = (): void => {
    setIsExporting(true);
    const made =
      total <= directRows
        ? saveFile('/ticketreport/reports/export', filter, fileName)
        : api
            .post('/ticketreport/exports', filter)
            .then(() => queries.invalidateQueries({ queryKey: largeFilesQuery.queryKey }));
    void made.catch((error: unknown) => toasts.error(error)).finally(() => setIsExporting(false));
  };
  return (
    <Page
      title={t('report.title')}
      subtitle={rows.dataUpdatedAt > 0 && t('updatedAt', { at: clock(rows.dataUpdatedAt) })}
      tabs={tabs}
      actions={
        <>
          <SavedFilters page="report" filters={filter} onChoose={(saved) => change(saved, true)} />
          <Button icon={<ArrowDownload20Regular />} disabledFocusable={isExporting || total === 0} onClick={save}>
            {isExporting
              ? t('report.exporting')
              : touch || !rows.data
                ? t('report.exportShort')
                : t('report.export', { count: total, number: number(total) })}
          </Button>
        </>
      }
    >
      <div className={cards.stack}>
        <LargeFiles />
        <Marks filter={filter} onRemove={(name) => change({ [name]: '', page: '' })} />
        <Filters
          filter={filter}
          onFilter={(next) => change({ ...filterOf(next), pageSize: params['pageSize'] ?? '' }, true)}
        />
        {summary.data && <Totals summary={summary.data} />}
        {rows.error && !rows.isFetching ? (
          <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
        ) : (
          <>
            <Rows data={rows.data} isLoading={rows.isLoading} />
            {rows.data && (
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={(next) => change({ page: next === 1 ? '' : String(next) })}
                onPageSize={(size) => change({ pageSize: size, page: '' })}
              />
            )}
          </>
        )}
      </div>
    </Page>
  );
}
