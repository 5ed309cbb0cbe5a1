import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Contributed, useFormat, usePoint, useT, useViewport, type Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { ListPage, Segment, type DataColumn } from '@balcao/sdk/ui';
import { companyRowAction, type CompanyRow, type CompanyRowAction } from '@balcao/companies/contract';
import { ConnectionStates } from './ConnectionStates.tsx';
import { connectionsOf, passes, useClients, type ClientFilter } from './useClients.ts';

const rowActions = companyRowAction as PointRef<
  Omit<CompanyRowAction, 'component'> & { component: Part<{ company: CompanyRow; onChanged(): void }> }
>;

const useStyles = makeStyles({
  filter: {
    display: 'flex',
    maxWidth: '420px',
    marginBottom: '12px',
    '@media (max-width: 599px)': { maxWidth: 'none' },
  },
  fill: { flexGrow: 1 },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  long: { overflowWrap: 'anywhere' },
  // The whole address or an ellipsis: it is never wrapped.
  email: {
    display: 'block',
    maxWidth: '200px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 599px)': { maxWidth: '100%' },
  },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  two: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

const filters: readonly ClientFilter[] = ['all', 'connected', 'disconnected'];
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One row per company: contact, due date, last login, and the state of its connections. */
export function ClientList() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const actions = usePoint(rowActions);
  const { wide, touch } = useViewport();
  /** Between a phone's cards and a wide table, contact data is below the name. */
  const isTight = !wide && !touch;
  const [term, setTerm] = useState('');
  const [filter, setFilter] = useState<ClientFilter>('all');
  const { clients, error, isLoading, hasMore, more, refetch } = useClients(term);
  const rows = clients.filter((client) => passes(client, filter));

  const reach: DataColumn<CompanyRow>[] = [
    {
      id: 'phone',
      header: t('clients.phone'),
      width: 136,
      cell: ({ phone }) => <span className={styles.number}>{format.phone(phone ?? '')}</span>,
    },
    {
      id: 'email',
      header: t('clients.email'),
      width: '15%',
      cell: ({ email }) => (
        <span className={styles.email} title={email ?? ''}>
          {email}
        </span>
      ),
    },
  ];
  const columns: DataColumn<CompanyRow>[] = [
    {
      id: 'name',
      header: t('clients.name'),
      width: isTight ? '24%' : '17%',
      touch: 'title',
      cell: ({ name, email, phone }) =>
        isTight ? (
          <span className={styles.two}>
            <span className={styles.name}>{name}</span>
            {[email, format.phone(phone ?? '')].map(
              (line) =>
                line && (
                  <span key={line} className={mergeClasses(styles.quiet, styles.long)}>
                    {line}
                  </span>
                ),
            )}
          </span>
        ) : (
          <span className={styles.name}>{name}</span>
        ),
    },
    ...(isTight ? [] : reach),
    {
      id: 'createdAt',
      header: t('clients.createdAt'),
      width: 104,
      cell: ({ createdAt }) => <span className={styles.number}>{format.date(createdAt)}</span>,
    },
    {
      id: 'dueDate',
      header: t('clients.dueDate'),
      width: 100,
      // Noon, so that it is the same day in every time zone.
      cell: ({ dueDate }) => (
        <span className={typeof dueDate === 'string' ? styles.number : styles.quiet}>
          {typeof dueDate === 'string' ? format.date(`${dueDate.slice(0, 10)}T12:00:00Z`) : t('clients.noDueDate')}
        </span>
      ),
    },
    {
      id: 'plan',
      header: t('clients.plan'),
      width: isTight ? '18%' : '13%',
      cell: ({ planName, recurrence }) => (
        <span className={styles.two}>
          {wordOf(planName) === '' ? (
            <span className={styles.quiet}>{t('clients.noPlan')}</span>
          ) : (
            <span className={styles.long}>{wordOf(planName)}</span>
          )}
          {typeof recurrence === 'string' && (
            <span className={styles.quiet}>{t(`clients.recurrence.${recurrence}`)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'lastLogin',
      header: t('clients.lastLogin'),
      width: isTight ? 112 : 132,
      cell: ({ lastLogin, daysNoLogin }) =>
        typeof lastLogin === 'string' ? (
          <span className={styles.two}>
            <span className={styles.number}>{format.date(lastLogin)}</span>
            {Number(daysNoLogin) > 0 && (
              <span className={styles.quiet}>{t('clients.unseen', { count: Number(daysNoLogin) })}</span>
            )}
          </span>
        ) : (
          <span className={styles.quiet}>{t('clients.never')}</span>
        ),
    },
    {
      id: 'status',
      header: t('clients.status'),
      width: isTight ? '16%' : '15%',
      cell: (client) => <ConnectionStates connections={connectionsOf(client)} />,
    },
    {
      id: 'actions',
      header: t('clients.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 20 + 34 * actions.length,
      touch: 'actions',
      cell: (client) => (
        <span className={styles.actions}>
          {actions.map((item) => (
            <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
              <item.component company={client} onChanged={refetch} />
            </Contributed>
          ))}
        </span>
      ),
    },
  ];

  const isNarrowed = filter !== 'all' && clients.length > 0;
  return (
    <ListPage
      title={t('clients.title')}
      subtitle={t('clients.subtitle')}
      search={{ term, onSearch: setTerm, placeholder: t('clients.search') }}
      error={error}
      onRetry={refetch}
      empty={
        isNarrowed
          ? { title: t('clients.notFound'), text: t('clients.notFoundText') }
          : { title: t('clients.empty'), text: t('clients.emptyText') }
      }
      notFound={{ title: t('clients.notFound'), text: t('clients.notFoundText') }}
      above={
        <div className={styles.filter}>
          <div className={styles.fill}>
            <Segment<ClientFilter>
              label={t('clients.filter')}
              value={filter}
              onChange={setFilter}
              options={filters.map((value) => ({ value, label: t(`clients.${value}`) }))}
            />
          </div>
        </div>
      }
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={64}
      loading={isLoading}
      hasMore={hasMore}
      onMore={more}
    />
  );
}
