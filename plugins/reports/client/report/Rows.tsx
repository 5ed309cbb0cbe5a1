import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Open20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { DataTable, Dot, EmptyState, IconButton, ext, type DataColumn } from '@balcao/sdk/ui';
import { rateColors } from '../dashboard/RatingsCard.tsx';
import { duration } from '../parts/duration.ts';
import type { ReportPageData, ReportRow } from './use-report.ts';

const useStyles = makeStyles({
  mark: { display: 'inline-flex', alignItems: 'center', gap: '6px', maxWidth: '100%', minWidth: 0 },
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'break-word',
  },
  strong: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3 },
  tabular: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});
const statusColors = { pending: ext.warn, open: ext.ok, closed: ext.bad } as const;

/** The attendances of a page; a click opens the conversation. */
export function Rows({ data, isLoading }: { data: ReportPageData | undefined; isLoading: boolean }) {
  const t = useT();
  const { dateTime, number } = useFormat();
  const styles = useStyles();
  const navigate = useNavigate();
  const open = ({ uuid }: ReportRow): void => void navigate(`/tickets/${uuid}`);
  const short = (at: string | null) => (
    <span className={styles.tabular}>{at === null ? '—' : dateTime(at).replace(/\/\d{4}/, '')}</span>
  );
  const plain = (text: string | null, className?: string) => (
    <span className={mergeClasses(styles.text, className)} title={text ?? ''}>
      {text ?? '—'}
    </span>
  );
  const columns: DataColumn<ReportRow>[] = [
    {
      id: 'id',
      header: t('column.id'),
      width: 72,
      cell: ({ id }) => <span className={styles.tabular}>{id}</span>,
      touch: 'line',
    },
    {
      id: 'connection',
      header: t('column.connection'),
      cell: ({ whatsappName }) => plain(whatsappName),
      touch: 'hide',
    },
    {
      id: 'contact',
      header: t('column.contact'),
      width: '18%',
      cell: ({ contactName }) => plain(contactName, styles.strong),
      touch: 'title',
    },
    {
      id: 'user',
      header: t('column.user'),
      cell: ({ userName }) =>
        userName === null ? <span className={styles.quiet}>{t('noAttendant')}</span> : plain(userName),
    },
    {
      id: 'queue',
      header: t('column.queue'),
      cell: ({ queueName, queueColor }) =>
        queueName === null ? (
          '—'
        ) : (
          <span className={styles.mark}>
            <Dot color={queueColor ?? ''} square size={8} />
            {plain(queueName)}
          </span>
        ),
    },
    {
      id: 'status',
      header: t('column.status'),
      width: 104,
      cell: ({ status }) => (
        <span className={styles.mark}>
          <Dot color={statusColors[status]} size={8} />
          {t(`status.${status}`)}
        </span>
      ),
    },
    {
      id: 'lastMessage',
      header: t('column.lastMessage'),
      width: '16%',
      cell: ({ lastMessage }) => plain(lastMessage, styles.quiet),
      touch: 'hide',
    },
    ...(data?.columns ?? []).map(({ id, label }): DataColumn<ReportRow> => ({
      id,
      header: label,
      cell: ({ extra }) => plain(extra[id] ?? null),
    })),
    { id: 'opened', header: t('column.opened'), width: 104, align: 'end', cell: ({ createdAt }) => short(createdAt) },
    { id: 'closed', header: t('column.closed'), width: 104, align: 'end', cell: ({ closedAt }) => short(closedAt) },
    {
      id: 'duration',
      header: t('column.duration'),
      width: 88,
      align: 'end',
      cell: ({ supportTime }) => <span className={styles.tabular}>{duration(supportTime, number)}</span>,
    },
    {
      id: 'rating',
      header: t('column.rating'),
      width: 64,
      align: 'end',
      cell: ({ NPS }) =>
        NPS === null ? (
          '—'
        ) : (
          <span className={styles.mark} title={t(`rate.${NPS}`)}>
            <Dot color={rateColors[NPS]} size={8} />
            {NPS}
          </span>
        ),
    },
    {
      id: 'actions',
      header: t('column.actions'),
      hiddenHeader: true,
      width: 48,
      align: 'end',
      touch: 'actions',
      cell: (row) => <IconButton icon={<Open20Regular />} label={t('openTicket')} onClick={() => open(row)} />,
    },
  ];
  return (
    <DataTable
      label={t('report.title')}
      columns={columns}
      rows={data?.tickets ?? []}
      rowKey={({ id, no }) => `${id}-${no}`}
      loading={isLoading}
      empty={<EmptyState title={t('report.none')} text={t('report.noneText')} />}
      onRowClick={open}
    />
  );
}
