import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { api, useErrorText, useFormat, useT, useToasts, ApiError } from '@balcao/sdk/client';
import { Bar, ProgressBar } from '@balcao/sdk/ui';
import { saveFile } from '../save-file.ts';
import { coming, hasEnded, isBeingJudged, stayingOut, type ListImport } from './list-import.ts';

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px 12px',
    flexShrink: 0,
    minHeight: '64px',
    padding: '12px 24px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    '@media (max-width: 599px)': { padding: '12px', flexDirection: 'column', alignItems: 'stretch' },
  },
  text: { flexGrow: 1, minWidth: 0, '@media (max-width: 599px)': { flexGrow: 0 } },
});

export interface ImportFootProps {
  details: ListImport;
  onChange(details: ListImport): void;
  onBack(): void;
}

/** The result in one sentence, the rows that stay out as a download, and the button; later the progress. */
export function ImportFoot({ details, onChange, onBack }: ImportFootProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { id, status, total, done, created, updated, error, contactListId } = details;
  const [count, out] = [coming(details), stayingOut(details)];
  const call = async (verb: 'start' | 'cancel'): Promise<void> => {
    setBusy(true);
    try {
      onChange(await api.post<ListImport>(`/contact-lists/imports/${id}/${verb}`));
    } catch (failure) {
      toasts.error(failure);
    }
    setBusy(false);
  };
  const download = out > 0 && (
    <Button
      appearance="subtle"
      icon={<ArrowDownload20Regular />}
      onClick={() =>
        void saveFile(`/contact-lists/imports/${id}/report`, {}, 'linhas-fora.xlsx').catch((failure: unknown) =>
          toasts.error(failure),
        )
      }
    >
      {t('import.foot.download', { count: format.number(out) })}
    </Button>
  );
  if (status === 'running' || isBeingJudged(details)) {
    // The number of rows is unknown until the file is read.
    const isBeginning = status === 'reading' && total === 0;
    return (
      <div className={styles.foot}>
        <div className={styles.text}>
          <ProgressBar
            aria-label={t('import.result.progress')}
            thickness="large"
            {...(!isBeginning && { value: total === 0 ? 0 : Math.min(1, done / total) })}
          />
          {t(`import.foot.${isBeginning ? 'begins' : status}`, {
            done: format.number(done),
            total: format.number(total),
          })}
        </div>
        <Button disabledFocusable={isBusy} onClick={() => void call('cancel')}>
          {t(status === 'running' ? 'import.foot.cancel' : 'import.foot.stop')}
        </Button>
      </div>
    );
  }
  if (hasEnded(details))
    return (
      <div className={styles.foot}>
        <div className={styles.text}>
          {status === 'failed' ? (
            <Bar tone="bad">{errorText(new ApiError(409, error ?? 'ERR_INTERNAL'))}</Bar>
          ) : (
            <Bar tone={status === 'done' ? 'ok' : 'warn'}>
              {t(`import.result.${status === 'cancelled' && created + updated === 0 ? 'cancelledEarly' : status}`, {
                created: format.number(created),
                updated: format.number(updated),
              })}
            </Bar>
          )}
        </div>
        {download}
        <Button onClick={() => void navigate(`/contact-lists/${contactListId}/import`)}>
          {t('import.result.again')}
        </Button>
        <Button appearance="primary" onClick={() => void navigate(`/contact-lists/${contactListId}/contacts`)}>
          {t('import.result.open')}
        </Button>
      </div>
    );
  return (
    <div className={styles.foot}>
      <span className={styles.text}>
        {t('import.foot.summary', { count: format.number(count), out: format.number(out) })}
      </span>
      {download}
      <Button onClick={onBack}>{t('import.foot.back')}</Button>
      <Button
        appearance="primary"
        disabled={count === 0}
        disabledFocusable={isBusy}
        onClick={() => !isBusy && void call('start')}
      >
        {count === 0 ? t('import.foot.nothing') : t('import.foot.start', { count: format.number(count) })}
      </Button>
    </div>
  );
}
