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
import type { ScheduleStatus, ScheduleView } from '../../contract.ts';
import { useReason } from './useReason.ts';
import { withName } from './with-name.ts';

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
    '@media (max-width: 599px)': { padding: '12px' },
  },
  status: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0, '& > svg': { flexShrink: 0 } },
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
              cell: (message) => (
                <TwoLines text={message.contact?.name ?? '—'} below={withName(message.body, message.contact?.name)} />
              ),
            },
            { id: 'sendAt', header: t('list.sendAt'), width: 160, cell: ({ sendAt }) => format.dateTime(sendAt) },
            {
              id: 'status',
              header: t('list.status'),
              width: 280,
              cell: (message) => (
                <span className={styles.status}>
                  <StatusIcon status={message.status} />
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

const signs = {
  PENDENTE: Clock16Regular,
  ENVIANDO: Clock16Regular,
  ENVIADA: CheckmarkCircle16Filled,
  ERRO: ErrorCircle16Filled,
  CANCELADA: Prohibited16Regular,
} as const;

function StatusIcon({ status }: { status: ScheduleStatus }) {
  const styles = useStyles();
  const Sign = signs[status];
  return (
    <Sign className={status === 'ENVIADA' ? styles.ok : status === 'ERRO' ? styles.bad : styles.quiet} aria-hidden />
  );
}
