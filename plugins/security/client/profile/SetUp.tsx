import { useQuery } from '@tanstack/react-query';
import { Button, Field, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useApi, useT, useToasts } from '@balcao/sdk/client';
import { CopyField, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { CodeField } from './CodeField.tsx';
import { usePartStyles } from './part-styles.ts';
import { useCode } from './useCode.ts';

const useStyles = makeStyles({
  scan: { display: 'flex', gap: '20px', flexWrap: 'wrap', alignItems: 'flex-start' },
  // Cameras read the code: dark on white in both themes.
  picture: {
    width: '164px',
    height: '164px',
    padding: '6px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: '#ffffff',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { marginInline: 'auto' },
  },
  steps: { flex: '1 1 220px', minWidth: 0, display: 'flex', flexDirection: 'column', gap: '12px' },
  step: { margin: 0 },
});

/** Shows the key for the app and asks for a first code from it. */
export function SetUp({ onCodes, onCancel }: { onCodes(codes: readonly string[]): void; onCancel(): void }) {
  const t = useT();
  const api = useApi();
  const toasts = useToasts();
  const parts = usePartStyles();
  const styles = useStyles();
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'two-step', 'key'],
    queryFn: () => api.post<{ key: string; picture: string }>('/security/two-step'),
    // Each request creates another key: the picture must stay the one that is being scanned.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const { busy, field, submit } = useCode(async (code) => {
    const { codes } = await api.post<{ codes: string[] }>('/security/two-step/confirm', { code });
    toasts.success(t('twoStep.nowOn'));
    onCodes(codes);
  });

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} height={44} />;
  return (
    <form className={parts.part} noValidate onSubmit={submit}>
      <div className={styles.scan}>
        <img className={styles.picture} src={data.picture} alt={t('twoStep.pictureAlt')} />
        <div className={styles.steps}>
          <p className={styles.step}>{t('twoStep.scan')}</p>
          <p className={styles.step}>{t('twoStep.enter')}</p>
          <CodeField {...field} />
        </div>
      </div>
      <Field label={t('twoStep.key')}>
        <CopyField value={data.key} label={t('twoStep.key')} />
      </Field>
      <div className={parts.buttons}>
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={busy}
          {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        >
          {t('twoStep.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('twoStep.cancel')}</Button>
      </div>
    </form>
  );
}
