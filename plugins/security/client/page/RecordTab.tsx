import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Field, Select, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useApi, useFormat, useT, useToasts, useViewport } from '@balcao/sdk/client';
import {
  DataTable,
  DateField,
  EmptyState,
  ErrorState,
  SearchBox,
  StatusPill,
  saveFile,
  type DataColumn,
} from '@balcao/sdk/ui';
import { RecordSheet } from './RecordSheet.tsx';
import { companyName, paramsOf, useRecords, type AuditRow, type RecordFilter } from './useRecords.ts';

const useStyles = makeStyles({
  // A long subject must not take space from the other columns.
  subject: {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  filter: {
    display: 'grid',
    gridTemplateColumns: 'minmax(200px, 2fr) minmax(150px, 1fr) minmax(170px, 1.4fr) 150px 150px auto',
    gap: '12px',
    alignItems: 'end',
    marginBottom: '16px',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '@media (max-width: 599px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  wide: { '@media (max-width: 599px)': { gridColumn: '1 / -1' } },
  // The width follows the layout, not the longest option.
  field: { minWidth: 0, '& > span': { minWidth: 0 }, '& input, & select': { minWidth: 0, width: '100%' } },
  person: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  what: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  cut: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
const nothing: RecordFilter = { platform: '', searchParam: '', userId: '', action: '', from: '', to: '' };

/** The audit log of the company, or of the platform, filtered by person, action, day and words. */
export function RecordTab({ platform = false }: { platform?: boolean }) {
  const t = useT();
  const api = useApi();
  const toasts = useToasts();
  const format = useFormat();
  const styles = useStyles();
  const { touch } = useViewport();
  const empty = { ...nothing, platform: platform ? 'true' : '' };
  const [filter, setFilter] = useState(empty);
  const [opened, setOpened] = useState<AuditRow>();
  const [saving, setSaving] = useState(false);
  const { records, error, isLoading, hasNextPage, fetchNextPage, refetch } = useRecords(filter);
  const { data: choices } = useQuery({
    queryKey: ['security', 'audit', 'choices', platform],
    queryFn: ({ signal }) =>
      api.get<{ people: { id: number; name: string }[]; actions: { value: string; label: string }[] }>(
        '/audit/choices',
        platform ? { platform: true } : {},
        { signal },
      ),
  });
  const set = (change: Partial<RecordFilter>): void => setFilter((before) => ({ ...before, ...change }));

  const download = async () => {
    setSaving(true);
    try {
      await saveFile('/audit/export', paramsOf(filter), 'auditoria.csv');
    } catch {
      toasts.error(t('audit.exportFailed'));
    } finally {
      setSaving(false);
    }
  };

  const columns: DataColumn<AuditRow>[] = [
    {
      id: 'at',
      header: t('audit.column.at'),
      width: 156,
      cell: ({ at }) => <span className={styles.number}>{format.dateTime(at)}</span>,
    },
    {
      id: 'person',
      header: t('audit.column.person'),
      width: '18%',
      cell: ({ userName, super: isSuper }) => (
        <span className={styles.person}>
          <span className={styles.cut}>{userName || '—'}</span>
          {isSuper && !platform && <StatusPill tone="info">{t('audit.platform')}</StatusPill>}
        </span>
      ),
    },
    {
      id: 'action',
      header: t('audit.column.action'),
      width: '28%',
      touch: 'title',
      cell: ({ label }) => <span className={styles.what}>{label}</span>,
    },
    ...(platform
      ? [
          {
            id: 'company',
            header: t('audit.column.company'),
            width: '18%',
            cell: ({ company }: AuditRow) => <span className={styles.cut}>{companyName(company)}</span>,
          },
        ]
      : []),
    {
      id: 'subject',
      header: t('audit.column.subject'),
      width: '24%',
      cell: ({ subject }) => <span className={styles.subject}>{subject || '—'}</span>,
    },
    {
      id: 'address',
      header: t('audit.column.address'),
      width: 140,
      touch: 'hide',
      cell: ({ ip }) => <span className={styles.quiet}>{ip || '—'}</span>,
    },
  ];

  return (
    <>
      <div className={styles.filter}>
        <div className={styles.wide}>
          <SearchBox
            value={filter.searchParam}
            onChange={(searchParam) => set({ searchParam })}
            placeholder={t('audit.search')}
            width="100%"
          />
        </div>
        <Field label={t('audit.person')} className={styles.field}>
          <Select value={filter.userId} onChange={(_, { value }) => set({ userId: value })}>
            <option value="">{t('audit.everybody')}</option>
            {choices?.people.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('audit.action')} className={styles.field}>
          <Select value={filter.action} onChange={(_, { value }) => set({ action: value })}>
            <option value="">{t('audit.everything')}</option>
            {choices?.actions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('audit.from')} className={styles.field}>
          <DateField value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
        </Field>
        <Field label={t('audit.to')} className={styles.field}>
          <DateField value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
        </Field>
        <Button
          className={styles.wide}
          icon={saving ? <Spinner size="extra-tiny" aria-hidden="true" /> : <ArrowDownload20Regular />}
          disabledFocusable={saving}
          onClick={() => !saving && void download()}
        >
          {t('audit.export')}
        </Button>
      </div>
      {error && records.length === 0 ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('audit.title')}
          columns={columns}
          rows={records}
          rowKey={({ id }) => id}
          loading={isLoading}
          hasMore={hasNextPage}
          onMore={() => void fetchNextPage()}
          onRowClick={setOpened}
          empty={
            <EmptyState
              title={t('audit.nothing')}
              text={t('audit.nothingText')}
              action={<Button onClick={() => setFilter(empty)}>{t('audit.clear')}</Button>}
            />
          }
          {...(touch ? {} : { rowHeight: 44 as const })}
        />
      )}
      {opened && <RecordSheet record={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
