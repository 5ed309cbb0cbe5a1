import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { TicketStatus } from '../../contract.ts';
import type { TicketCounts } from '../data/useTicketList.ts';
import { countFilters, searchTerm, withoutFilters } from '../model/list-filters.ts';
import type { ListFilters } from '../model/list-filters.ts';

const useStyles = makeStyles({
  box: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    padding: '24px',
    textAlign: 'center',
  },
  brief: { flexGrow: 0, flexShrink: 0, padding: '4px 16px 12px', alignItems: 'flex-start', textAlign: 'start' },
  title: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    margin: 0,
  },
  text: { color: tokens.colorNeutralForeground3, margin: 0, maxWidth: '280px', textWrap: 'pretty' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px', marginTop: '12px' },
});

export interface ListEmptyProps {
  /** In a few lines, above results found elsewhere. */
  isBrief?: boolean;
  filters: ListFilters;
  counts: TicketCounts | undefined;
  onChange(change: Partial<ListFilters>): void;
  onNew(): void;
}

const statuses: readonly TicketStatus[] = ['open', 'pending', 'closed'];

/** Explains why the list is empty, and where matching tickets may be. */
export function ListEmpty({ isBrief = false, filters, counts, onChange, onNew }: ListEmptyProps) {
  const styles = useStyles();
  const t = useT();
  const shell = useT('shell');
  const term = searchTerm(filters);
  const isNarrowed = term !== '' || countFilters(filters) > 0;
  const elsewhere = statuses
    .filter((status) => status !== filters.status)
    .map((status) => ({
      status,
      count: status === 'closed' ? counts?.closed : status === 'open' ? counts?.open.assigned : counts?.open.pending,
    }))
    .filter((place) => (place.count ?? 0) > 0);
  return (
    <div className={mergeClasses(styles.box, isBrief && styles.brief)} role="status">
      {!isBrief && (
        <h3 className={styles.title}>
          {term ? t('list.nothingFound', { term }) : t(`list.empty.${filters.status}.title`)}
        </h3>
      )}
      <p className={styles.text}>
        {isBrief
          ? t('found.instead', { term })
          : isNarrowed
            ? t('list.nothingFoundText')
            : t(`list.empty.${filters.status}.text`)}
      </p>
      <div className={styles.actions}>
        {isNarrowed &&
          elsewhere.map((place) => (
            <Button key={place.status} size="small" onClick={() => onChange({ status: place.status })}>
              {t(`list.elsewhere.${place.status}`, { count: place.count })}
            </Button>
          ))}
        {term !== '' && (
          <Button size="small" onClick={() => onChange({ search: '', status: 'open' })}>
            {shell('ui.clearSearch')}
          </Button>
        )}
        {countFilters(filters) > 0 && (
          <Button size="small" onClick={() => onChange(withoutFilters(filters))}>
            {t('filter.clear')}
          </Button>
        )}
        {!isNarrowed && filters.status === 'open' && (counts?.open.pending ?? 0) > 0 && (
          <Button size="small" onClick={() => onChange({ status: 'pending' })}>
            {t('list.seeWaiting', { count: counts?.open.pending })}
          </Button>
        )}
        {!isNarrowed && filters.status === 'open' && (
          <Button size="small" onClick={onNew}>
            {t('list.newTicket')}
          </Button>
        )}
      </div>
    </div>
  );
}
