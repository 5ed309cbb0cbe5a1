import { makeStyles } from '@fluentui/react-components';
import { Slot, useFormat, useT } from '@balcao/sdk/client';
import { ErrorState, Page, SkeletonRows } from '@balcao/sdk/ui';
import { SavedFilters } from '../parts/SavedFilters.tsx';
import { useCardStyles } from '../parts/styles.ts';
import { useAddress } from '../parts/useAddress.ts';
import { Attendants } from './Attendants.tsx';
import { dashboardCards } from './cards.ts';
import { CounterCells } from './CounterCells.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { HoursChart } from './HoursChart.tsx';
import { QueuesCard } from './QueuesCard.tsx';
import { useDashboard } from './use-dashboard.ts';

const useStyles = makeStyles({
  // Any number of cards: each plugin that is on may bring one.
  row: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))', gap: '16px' },
});

/** The numbers of the company: those of this moment, and those of a period. */
export default function DashboardPage() {
  const t = useT();
  const { clock } = useFormat();
  const styles = useStyles();
  const cards = useCardStyles();
  const { params: address, change } = useAddress();
  const { dashboard, previous, hours, params, filter } = useDashboard(address);
  const { data, error } = dashboard;
  return (
    <Page
      canvas
      title={t('dashboard.title')}
      subtitle={data && t('updatedAt', { at: clock(data.updatedAt) })}
      actions={
        <>
          <SavedFilters page="dashboard" filters={params} onChoose={(saved) => change(saved, true)} />
          <FilterPanel params={address} period={data?.period} onChange={change} />
        </>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void dashboard.refetch()} />
      ) : !data ? (
        <SkeletonRows rows={8} height={64} />
      ) : (
        <div className={cards.stack} aria-busy={dashboard.isPlaceholderData}>
          <CounterCells data={data} previous={previous.data} keys={params} />
          {hours.data && <HoursChart hours={hours.data} readAt={hours.dataUpdatedAt} />}
          <div className={styles.row}>
            <QueuesCard queues={data.queues} />
            <Slot point={dashboardCards} props={{ filter: { ...data.period, ...filter } }} />
          </div>
          <Attendants attendants={data.attendants} period={data.period} keys={params} />
        </div>
      )}
    </Page>
  );
}
