import { useState } from 'react';
import { Button, Select, makeStyles } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, useT, useViewport } from '@balcao/sdk/client';
import { EmptyState, ErrorState, SearchBox, Segment, SkeletonRows } from '@balcao/sdk/ui';
import { deliveriesKey, type DeliveryState, type DeliveryView, type EndpointView } from '../data/integrations.ts';
import { DeliveryEntry } from './DeliveryEntry.tsx';

type Shown = 'all' | DeliveryState;
const states: readonly Shown[] = ['all', 'sent', 'waiting', 'failed'];

const useStyles = makeStyles({
  filters: { display: 'flex', flexDirection: 'column', gap: '8px', marginBottom: '8px' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  more: { display: 'flex', justifyContent: 'center', paddingBlock: '12px' },
});

interface Page {
  deliveries: DeliveryView[];
  hasMore: boolean;
}

/** Deliveries to one endpoint, newest first, with live updates and search. */
export function DeliveryLog({ endpoint: { id } }: { endpoint: EndpointView }) {
  const t = useT();
  const styles = useStyles();
  const { touch } = useViewport();
  const [state, setState] = useState<Shown>('all');
  const [term, setTerm] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...deliveriesKey(id), state, term],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>(
        `/webhooks/${id}/deliveries`,
        { before: pageParam, status: state === 'all' ? undefined : state, searchParam: term || undefined },
        { signal },
      ),
    getNextPageParam: ({ hasMore, deliveries }) => (hasMore ? deliveries.at(-1)?.id : undefined),
  });
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  const options = states.map((value) => ({ value, label: t(`log.${value}`) }));
  const isNarrowed = state !== 'all' || term !== '';
  return (
    <section aria-label={t('log.title')}>
      <div className={styles.filters}>
        <SearchBox
          value={term}
          onChange={(typed) => setTerm(typed.toLowerCase())}
          placeholder={t('log.search')}
          width="100%"
        />
        {touch ? (
          <Select
            aria-label={t('log.status')}
            value={state}
            onChange={(_, { value }) => setState(states.find((one) => one === value) ?? 'all')}
          >
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        ) : (
          <Segment<Shown> label={t('log.status')} value={state} onChange={setState} options={options} />
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data && deliveries.length === 0 && (
        <EmptyState
          title={t(isNarrowed ? 'webhook.noneFound' : 'webhook.noneYet')}
          text={isNarrowed ? undefined : t('webhook.noneYetText')}
        />
      )}
      <ul className={styles.list}>
        {deliveries.map((delivery) => (
          <DeliveryEntry key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button onClick={() => void fetchNextPage()}>{t('log.more')}</Button>
        </div>
      )}
    </section>
  );
}
