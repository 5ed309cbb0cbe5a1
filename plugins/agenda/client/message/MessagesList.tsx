import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import {
  CalendarClock32Regular,
  CheckmarkCircle16Filled,
  Clock16Regular,
  ErrorCircle16Filled,
  Prohibited16Regular,
} from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { DataTable, EmptyState, ErrorState, ext, SearchBox, TwoLines, usePages } from '@balcao/sdk/ui';
import type { ScheduleView } from '../../contract.ts';
import { useReason } from './useReason.ts';

/** The specified pause of this list. */
const searchPause = 1000;

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '16px 24px',
    overflowY: 'auto',
    height: '100%',
    boxSizing: 'border-box',
  },
  status: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  ok: { color: ext.ok },
  bad: { color: ext.bad },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** Scheduled messages as a list: those that wait come first. */
export function MessagesList({ onOpen }: { onOpen(message: ScheduleView): void }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const reasonOf = useReason();
  const [icons] = useState(() => ({
    PENDENTE: <Clock16Regular className={styles.quiet} aria-hidden />,
    ENVIANDO: <Clock16Regular className={styles.quiet} aria-hidden />,
    ENVIADA: <CheckmarkCircle16Filled className={styles.ok} aria-hidden />,
    ERRO: <ErrorCircle16Filled className={styles.bad} aria-hidden />,
    CANCELADA: <Prohibited16Regular className={styles.quiet} aria-hidden />,
  }));
  const pages = usePages<ScheduleView>('/schedules', { key: ['agenda', 'list'], rowsIn: 'schedules' });
  const { rows, loading, error, term } = pages;
  const second = (message: ScheduleView): string =>
    message.status === 'ERRO'
      ? reasonOf(message.error)
      : message.status === 'ENVIADA' && message.sentAt !== null
        ? format.dateTime(message.sentAt)
        : '';
  return (
    <div className={styles.list}>
      <SearchBox value={term} onChange={pages.search} wait={searchPause} placeholder={t('list.search')} width={320} />
      {Boolean(error) && rows.length === 0 ? (
        <ErrorState error={error} onRetry={() => void pages.renew()} />
      ) : (
        <DataTable
          label={t('list.label')}
          rows={rows}
          rowKey={({ id }) => id}
          loading={loading}
          rowHeight={64}
          hasMore={pages.hasMore}
          onMore={pages.more}
          onRowClick={onOpen}
          rowTone={({ status }) => (status === 'ERRO' ? 'bad' : undefined)}
          empty={
            <EmptyState
              icon={<CalendarClock32Regular />}
              title={term === '' ? t('list.empty') : t('list.none', { term })}
              {...(term === '' && { text: t('list.emptyText') })}
            />
          }
          columns={[
            {
              id: 'contact',
              header: t('list.contact'),
              touch: 'title',
              cell: (message) => <TwoLines text={message.contact?.name ?? '—'} below={message.body} />,
            },
            { id: 'sendAt', header: t('list.sendAt'), width: 160, cell: ({ sendAt }) => format.dateTime(sendAt) },
            {
              id: 'status',
              header: t('list.status'),
              width: 280,
              cell: (message) => (
                <span className={styles.status}>
                  {icons[message.status]}
                  <TwoLines text={t(`status.${message.status}`)} below={second(message)} />
                </span>
              ),
            },
            { id: 'user', header: t('list.user'), width: 160, cell: ({ user }) => user?.name ?? '—' },
          ]}
        />
      )}
    </div>
  );
}
