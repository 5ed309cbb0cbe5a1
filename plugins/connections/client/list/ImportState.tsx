import { makeStyles, tokens } from '@fluentui/react-components';
import { ApiError, useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { ext, ProgressBar } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';

const useStyles = makeStyles({
  import: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    width: '100%',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  failed: { color: ext.bad },
});

/** The progress of the import of old messages; nothing once it ended long ago. */
export function ImportState({ connection }: { connection: ConnectionRow }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const errorText = useErrorText();
  const { importProgress: progress, name } = connection;
  if (!progress) return null;
  const { state, total, reason } = progress;
  const done = format.number(progress.done);
  if (state === 'failed') {
    const why = reason?.startsWith('ERR_') ? errorText(new ApiError(409, reason)) : (reason ?? '');
    return <span className={styles.failed}>{t('import.failed', { reason: why })}</span>;
  }
  return (
    <span className={styles.import}>
      {state === 'running' && total !== null
        ? t('import.runningOf', { done, total: format.number(total) })
        : t(`import.${state}`, { done })}
      {state === 'running' && (
        <ProgressBar
          thickness="medium"
          aria-label={t('import.label', { name })}
          {...(total ? { value: Math.min(1, progress.done / total) } : {})}
        />
      )}
    </span>
  );
}
