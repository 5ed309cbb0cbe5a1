import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ProgressBar, StatusPill, ext } from '@balcao/sdk/ui';
import type { SourceView } from '../data.ts';

const useStyles = makeStyles({
  lines: { display: 'inline-flex', flexDirection: 'column', alignItems: 'flex-start', minWidth: 0 },
  second: { paddingLeft: '21px', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  reading: { display: 'flex', flexDirection: 'column', gap: '6px', maxWidth: '160px', color: ext.info },
});

interface SourceStateProps {
  source: SourceView;
  /** Drafted answers that wait for a person. */
  waiting: number;
  onRemedy(): void;
  onReview(): void;
}

/** The state of a source: what became of its reading and since when, with the remedy where it failed. */
export function SourceState({ source, waiting, onRemedy, onReview }: SourceStateProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { state, pages, pagesDone, readAt, isOn, switchedAt, error, kind } = source;
  if (state === 'waiting' || state === 'reading')
    return (
      <span className={styles.reading}>
        {pages > 1 ? t('state.readingOf', { done: pagesDone, pages }) : t('state.reading')}
        <ProgressBar {...(pages > 1 && { value: pagesDone / pages })} aria-hidden="true" />
      </span>
    );
  if (state === 'failed')
    return (
      <span className={styles.lines}>
        <StatusPill tone="bad">{t(`sourceError.${error ?? 'broken'}`)}</StatusPill>
        <span className={styles.second}>
          <Link as="button" onClick={onRemedy}>
            {t(kind === 'file' ? 'state.otherFile' : 'state.again')}
          </Link>
        </span>
      </span>
    );
  if (!isOn)
    return (
      <span className={styles.lines}>
        <StatusPill tone="neutral">{t('state.off')}</StatusPill>
        {switchedAt && <span className={styles.second}>{t('state.offSince', { date: format.date(switchedAt) })}</span>}
      </span>
    );
  if (waiting > 0)
    return (
      <span className={styles.lines}>
        <StatusPill tone="warn">{t('state.waiting', { count: waiting })}</StatusPill>
        <span className={styles.second}>
          <Link
            as="button"
            onClick={(event) => {
              // The row opens the questions.
              event.stopPropagation();
              onReview();
            }}
          >
            {t('state.review')}
          </Link>
        </span>
      </span>
    );
  return (
    <span className={styles.lines}>
      <StatusPill tone="ok">{t('state.ready')}</StatusPill>
      <span className={styles.second}>
        {kind === 'quick' || kind === 'faq'
          ? t('state.always')
          : readAt && t('state.readAt', { date: format.date(readAt) })}
      </span>
    </span>
  );
}
