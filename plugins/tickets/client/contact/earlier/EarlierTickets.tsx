import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, errorText, useT } from '@balcao/sdk/client';
import type { TicketView } from '../../../contract.ts';
import { PanelSection, oneLine } from '../PanelSection.tsx';
import { EarlierTicket } from './EarlierTicket.tsx';
import type { EarlierRow } from './EarlierTicket.tsx';

interface EarlierPage {
  tickets: EarlierRow[];
  hasMore: boolean;
}

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: '0 -8px', padding: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  more: { marginLeft: '-8px' },
});

/** The earlier conversations of this contact. */
export function EarlierTickets({ ticket }: { ticket: TicketView }) {
  return (
    <PanelSection name="earlier" label="earlier.title" height={oneLine}>
      <EarlierList ticket={ticket} />
    </PanelSection>
  );
}

function EarlierList({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['tickets', 'earlier', ticket.id],
    queryFn: ({ pageParam, signal }) =>
      api.get<EarlierPage>(`/tickets/${ticket.id}/earlier`, { pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    staleTime: 60_000,
  });
  if (error && !data) {
    return (
      <p className={styles.text}>
        {errorText(error, t)}{' '}
        <Button size="small" appearance="transparent" onClick={() => void refetch()}>
          {t('log.retry')}
        </Button>
      </p>
    );
  }
  const rows = data?.pages.flatMap(({ tickets }) => tickets);
  if (!rows) return null;
  if (rows.length === 0) return <p className={styles.text}>{t('earlier.none')}</p>;
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row) => (
          <EarlierTicket key={row.id} row={row} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          size="small"
          appearance="transparent"
          className={styles.more}
          disabledFocusable={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('earlier.more')}
        </Button>
      )}
    </>
  );
}
