import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useErrorText, useFormat, useT, useToasts, ApiError } from '@balcao/sdk/client';
import { Bar, VisuallyHidden, ProgressBar } from '@balcao/sdk/ui';
import { hasEnded, type ImportDetails, type ImportRow, type SkippedRow } from './import-row.ts';
import { SkippedRows } from './SkippedRows.tsx';
import { Tally } from './Tally.tsx';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '960px' },
  progress: { display: 'flex', flexDirection: 'column', gap: '8px' },
  line: { display: 'flex', alignItems: 'center', gap: '12px' },
  count: { flexGrow: 1, fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  foot: { display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'flex-end' },
});

interface Page {
  rows: SkippedRow[];
  hasMore: boolean;
}

/** The last step: the progress, then the result of each row. */
export function ResultStep({ details, onChange }: { details: ImportDetails; onChange(row: ImportRow): void }) {
  const t = useT();
  const errorText = useErrorText();
  const toasts = useToasts();
  const format = useFormat();
  const styles = useStyles();
  const navigate = useNavigate();
  const { id, status, total, done, created, updated, skipped, refused, error } = details;
  const over = hasEnded(details);
  const left = useInfiniteQuery({
    queryKey: ['contacts', 'import', id, 'left-out'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>(`/contacts/import/${id}/left-out`, { after: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Page) => (last.hasMore ? last.rows.at(-1)?.line : undefined),
    enabled: over,
  });
  const rows = left.data?.pages.flatMap((page) => page.rows) ?? [];
  const cancel = async (): Promise<void> => {
    try {
      onChange(await api.post<ImportRow>(`/contacts/import/${id}/cancel`));
    } catch (failure) {
      toasts.error(failure);
    }
  };

  return (
    <div className={styles.column}>
      {status === 'done' && <Bar tone="ok">{t('import.result.done')}</Bar>}
      {status === 'cancelled' && <Bar tone="warn">{t('import.result.cancelled')}</Bar>}
      {status === 'failed' && <Bar tone="bad">{errorText(new ApiError(409, error ?? 'ERR_INTERNAL'))}</Bar>}
      {!over && (
        <div className={styles.progress}>
          <ProgressBar
            aria-label={t('import.result.running')}
            thickness="large"
            {...(status === 'reading' ? {} : { value: total === 0 ? 0 : done / total })}
          />
          <div className={styles.line}>
            <span className={styles.count}>
              {status === 'reading'
                ? t('import.result.reading')
                : t('import.result.progress', { done: format.number(done), total: format.number(total) })}
            </span>
            <Button onClick={() => void cancel()}>{t('import.result.cancel')}</Button>
          </div>
        </div>
      )}
      <VisuallyHidden live="polite">{over ? t(`import.status.${status}`) : ''}</VisuallyHidden>
      <Tally
        counts={[
          { name: t('import.result.created'), count: created },
          { name: t('import.result.updated'), count: updated },
          { name: t('import.result.skipped'), count: skipped },
          { name: t('import.result.refused'), count: refused },
        ]}
      />
      {over && (
        <SkippedRows
          importId={id}
          rows={rows}
          count={refused}
          hasMore={left.hasNextPage}
          onMore={() => void left.fetchNextPage()}
        />
      )}
      {over && (
        <div className={styles.foot}>
          <Button onClick={() => void navigate('/contacts/import')}>{t('import.again')}</Button>
          <Button appearance="primary" onClick={() => void navigate('/contacts')}>
            {t('import.toContacts')}
          </Button>
        </div>
      )}
    </div>
  );
}
