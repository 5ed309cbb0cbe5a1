import { makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { DataTable, EmptyState, IconButton, type DataColumn } from '@balcao/sdk/ui';
import { CellField } from './CellField.tsx';
import type { ImportRow, ListImport, Verdict } from './list-import.ts';
import { RowVerdict } from './RowVerdict.tsx';
import { useImportRows } from './useListImport.ts';

const maxVariables = 3;

const useStyles = makeStyles({
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  out: { color: tokens.colorNeutralForeground3 },
});

export interface RowTableProps {
  details: ListImport;
  verdict: Verdict | undefined;
  onJudged(details: ListImport): void;
}

/** The rows of the file as they will be stored, each with its verdict; wrong cells are corrected in place. */
export function RowTable({ details, verdict, onJudged }: RowTableProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const { data, isFetching, hasNextPage, fetchNextPage } = useImportRows(details.id, verdict);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const isOpen = details.status === 'ready';
  const staysOut = (row: ImportRow): boolean => row.verdict !== 'new' && row.verdict !== 'known';
  const change = (work: Promise<ListImport>): void => void work.then(onJudged, (error: unknown) => toasts.error(error));
  const cell = (row: ImportRow, field: 'name' | 'number' | 'email', text: string) => {
    const isWrong = row.field === field || (field === 'email' && row.note === 'email');
    if (isOpen && isWrong)
      return (
        <CellField
          key={`${row.line} ${row[field]}`}
          field={field}
          line={row.line}
          value={row[field]}
          onSave={(value) =>
            change(api.put<ListImport>(`/contact-lists/imports/${details.id}/rows/${row.line}`, { [field]: value }))
          }
        />
      );
    return <span {...(staysOut(row) && { className: styles.out })}>{text || '—'}</span>;
  };
  const variables = details.mapping.columns
    .filter((use) => use.startsWith('variable:'))
    .map((use) => use.slice('variable:'.length))
    .slice(0, maxVariables);
  const columns: DataColumn<ImportRow>[] = [
    {
      id: 'line',
      header: t('import.row.line'),
      width: 72,
      align: 'end',
      cell: ({ line }) => <span className={styles.number}>{line}</span>,
    },
    { id: 'name', header: t('field.name'), touch: 'title', cell: (row) => cell(row, 'name', row.name) },
    {
      id: 'number',
      header: t('field.number'),
      width: 180,
      cell: (row) => cell(row, 'number', row.verdict === 'refused' ? row.number : format.phone(row.number)),
    },
    { id: 'email', header: t('field.email'), width: '18%', cell: (row) => cell(row, 'email', row.email) },
    ...variables.map((name): DataColumn<ImportRow> => ({
      id: `variable ${name}`,
      header: `{${name}}`,
      width: 140,
      cell: (row) => <span {...(staysOut(row) && { className: styles.out })}>{row.variables[name] || '—'}</span>,
    })),
    { id: 'verdict', header: t('import.row.verdict'), width: '26%', cell: (row) => <RowVerdict row={row} /> },
    {
      id: 'remove',
      header: t('import.row.verdict'),
      hiddenHeader: true,
      width: 52,
      touch: 'actions',
      cell: ({ line }) =>
        isOpen && (
          <IconButton
            icon={<Delete20Regular />}
            label={t('import.row.remove', { line })}
            onClick={() => change(api.delete<ListImport>(`/contact-lists/imports/${details.id}/rows/${line}`))}
          />
        ),
    },
  ];
  return (
    <DataTable
      label={t('import.step.columns')}
      columns={columns}
      rows={rows}
      rowKey={({ line }) => line}
      loading={isFetching}
      hasMore={hasNextPage}
      onMore={() => void fetchNextPage()}
      empty={<EmptyState title={t('import.row.none')} />}
    />
  );
}
