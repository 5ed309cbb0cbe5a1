import { useState } from 'react';
import { Button, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Add20Regular,
  ArrowDownload20Regular,
  ChevronLeft20Regular,
  ChevronRight20Regular,
} from '@fluentui/react-icons';
import { api, Contributed, translate, useFormat, usePoint, useT, useToasts } from '@balcao/sdk/client';
import { DataTable, EmptyState, ErrorState, IconButton, SearchBox, StatusPill, type DataColumn } from '@balcao/sdk/ui';
import type { CompanyRow } from '../contract.ts';
import { CompanyDialog } from './CompanyDialog.tsx';
import { RowActions } from './RowActions.tsx';
import { listColumns } from './parts.ts';
import { useCompanies } from './useCompanies.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap', marginBottom: '12px' },
  search: { flexGrow: 1, maxWidth: '360px', minWidth: '200px' },
  push: { flexGrow: 1 },
  name: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  strong: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
    marginTop: '12px',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** The companies of the platform, ten per page. */
export default function CompaniesTab() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const added = usePoint(listColumns);
  const [term, setTerm] = useState('');
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<CompanyRow | 'new'>();
  const [isExporting, setExporting] = useState(false);
  const { companies, hasMore, error, isLoading, refetch } = useCompanies(term, page);

  const search = (wanted: string): void => {
    setTerm(wanted);
    setPage(1);
  };
  const download = async (): Promise<void> => {
    setExporting(true);
    try {
      const { blob, name } = await api.file('/companies/export', { searchParam: term.toLowerCase() });
      const address = URL.createObjectURL(blob);
      const link = document.createElement('a');
      link.href = address;
      link.download = name ?? 'empresas.csv';
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (failure) {
      toasts.error(failure);
    } finally {
      setExporting(false);
    }
  };

  const columns: DataColumn<CompanyRow>[] = [
    {
      id: 'name',
      header: t('field.name'),
      touch: 'title',
      cell: ({ name, email }) => (
        <span className={styles.name}>
          <span className={styles.strong}>{name}</span>
          {email && <span className={styles.quiet}>{email}</span>}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('field.status'),
      width: 100,
      cell: ({ status }) => (
        <StatusPill tone={status ? 'ok' : 'neutral'}>{t(status ? 'list.active' : 'list.inactive')}</StatusPill>
      ),
    },
    ...added.map((item): DataColumn<CompanyRow> => ({
      id: `${item.plugin}/${item.id}`,
      header: translate(item.plugin, item.label),
      ...(item.width !== undefined && { width: item.width }),
      cell: (company) => (
        <Contributed item={item} inline>
          <item.component company={company} />
        </Contributed>
      ),
    })),
    {
      id: 'lastLogin',
      header: t('field.lastLogin'),
      width: 150,
      cell: ({ lastLogin, daysNoLogin }) =>
        typeof lastLogin === 'string' ? (
          <span className={styles.name}>
            <span>{format.date(lastLogin)}</span>
            {Number(daysNoLogin) > 0 && (
              <span className={styles.quiet}>{t('list.unseen', { count: Number(daysNoLogin) })}</span>
            )}
          </span>
        ) : (
          <span className={styles.quiet}>{t('list.neverSeen')}</span>
        ),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 168,
      touch: 'actions',
      cell: (company) => <RowActions company={company} onEdit={setEdited} onChanged={() => void refetch()} />,
    },
  ];

  return (
    <>
      <div className={styles.head}>
        <SearchBox className={styles.search} value={term} onChange={search} placeholder={t('list.search')} />
        <span className={styles.push} />
        <Button
          icon={isExporting ? <Spinner size="extra-tiny" aria-hidden="true" /> : <ArrowDownload20Regular />}
          disabledFocusable={isExporting}
          onClick={() => !isExporting && void download()}
        >
          {t('list.export')}
        </Button>
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEdited('new')}>
          {t('list.add')}
        </Button>
      </div>
      {error && companies.length === 0 ? (
        <ErrorState error={t('list.failed')} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('list.title')}
          columns={columns}
          rows={companies}
          rowKey={({ id }) => id}
          rowHeight={64}
          loading={isLoading}
          empty={<EmptyState title={t('list.none')} text={t('list.noneText')} />}
        />
      )}
      {(page > 1 || hasMore) && (
        <div className={mergeClasses(styles.foot)}>
          <span aria-live="polite">{t('list.page', { page })}</span>
          <IconButton
            icon={<ChevronLeft20Regular />}
            label={t('list.previous')}
            disabledFocusable={page === 1}
            onClick={() => page > 1 && setPage(page - 1)}
          />
          <IconButton
            icon={<ChevronRight20Regular />}
            label={t('list.next')}
            disabledFocusable={!hasMore}
            onClick={() => hasMore && setPage(page + 1)}
          />
        </div>
      )}
      {edited && (
        <CompanyDialog
          company={edited === 'new' ? undefined : edited}
          onSaved={refetch}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
