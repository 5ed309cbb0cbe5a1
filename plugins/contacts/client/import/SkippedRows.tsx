import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useT, useToasts } from '@balcao/sdk/client';
import { DataTable, saveFile, type DataColumn } from '@balcao/sdk/ui';
import type { SkippedRow } from './import-row.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '12px', marginBottom: '4px' },
  title: { flexGrow: 1, margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  number: { fontVariantNumeric: 'tabular-nums' },
  value: { overflowWrap: 'anywhere' },
  none: { color: tokens.colorNeutralForeground3 },
  more: { margin: '8px 0 0', color: tokens.colorNeutralForeground3 },
});

export interface SkippedRowsProps {
  importId: number;
  rows: readonly SkippedRow[];
  /** The total number of skipped rows. */
  count: number;
  hasMore?: boolean;
  onMore?: () => void;
}

/** The rows that are not imported, each with its line number and the reason. */
export function SkippedRows({ importId, rows, count, hasMore, onMore }: SkippedRowsProps) {
  const t = useT();
  const toasts = useToasts();
  const styles = useStyles();
  if (rows.length === 0) return null;
  const fields = new Set(['name', 'number', 'email', 'origin']);
  const reasonOf = (reason: string): string => {
    const [key = '', line = ''] = reason.split(':');
    return t(`import.reason.${key}`, { line });
  };
  const columns: DataColumn<SkippedRow>[] = [
    {
      id: 'line',
      header: t('import.report.line'),
      width: 80,
      cell: ({ line }) => <span className={styles.number}>{line}</span>,
    },
    {
      id: 'field',
      header: t('import.report.field'),
      width: '20%',
      cell: ({ field }) => (field && fields.has(field) ? t(`field.${field}`) : field),
    },
    {
      id: 'value',
      header: t('import.report.value'),
      width: '32%',
      cell: ({ value }) =>
        value ? (
          <span className={styles.value}>{value}</span>
        ) : (
          <span className={styles.none}>{t('import.emptyCell')}</span>
        ),
    },
    { id: 'reason', header: t('import.report.reason'), touch: 'title', cell: ({ reason }) => reasonOf(reason) },
  ];
  const save = (): void =>
    void saveFile(`/contacts/import/${importId}/report`, {}, 'linhas-fora.csv').catch((error: unknown) =>
      toasts.error(error),
    );
  return (
    <section aria-labelledby="left-out">
      <div className={styles.head}>
        <h2 id="left-out" className={styles.title}>
          {t('import.leftOut')}
        </h2>
        <Button size="small" icon={<ArrowDownload20Regular />} onClick={save}>
          {t('import.download')}
        </Button>
      </div>
      <DataTable
        label={t('import.leftOut')}
        columns={columns}
        rows={rows}
        rowKey={({ line }) => line}
        {...(hasMore ? { hasMore } : {})}
        {...(onMore ? { onMore } : {})}
      />
      {!onMore && rows.length < count && (
        <p className={styles.more}>{t('import.firstRows', { shown: rows.length, count })}</p>
      )}
    </section>
  );
}
