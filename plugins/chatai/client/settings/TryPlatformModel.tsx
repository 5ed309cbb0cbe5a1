import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { Bar, FormDialog, Spinner } from '@balcao/sdk/ui';
import { providersPath, type PurposeChoice, type TestResult } from './ai-data.ts';

const useStyles = makeStyles({
  facts: { display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '4px 16px', margin: 0 },
  label: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
});

interface TryPlatformModelProps {
  choice: PurposeChoice;
  onUse(): void;
  onClose(): void;
}

/** Calls the model that a super user chose for every company, before any of them meets it. */
export function TryPlatformModel({ choice, onUse, onClose }: TryPlatformModelProps) {
  const t = useT();
  const styles = useStyles();
  const textOf = useErrorText();
  const { number } = useFormat();
  const { providerId, model, purpose } = choice;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ai', 'platform-trial', providerId, model],
    queryFn: () => api.post<TestResult>(`${providersPath('platform')}/${providerId}/test`, { model }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const failure = error
    ? textOf(error)
    : data && !data.isOk && `${t(`errors.${data.error ?? 'ERR_AI_DOWN'}`)} ${data.detail}`;
  const needsTools = purpose === 'assistant' && data?.isOk === true && !data.tools;
  const yesNo = (isSo: boolean): string => t(isSo ? 'provider.yes' : 'provider.no');
  return (
    <FormDialog
      open
      title={t('trial.title', { model, name: t(`purpose.name.${purpose}`) })}
      submitLabel={t(failure ? 'trial.useAnyway' : 'trial.use')}
      onSubmit={() => Promise.resolve(onUse())}
      onClose={onClose}
      aside={
        <Button appearance="subtle" disabledFocusable={isFetching} onClick={() => void refetch()}>
          {t('trial.again')}
        </Button>
      }
    >
      <p>{t('trial.text')}</p>
      {isFetching && <Spinner size="tiny" label={t('provider.testing')} />}
      {!isFetching && failure && (
        <Bar tone="bad" alert>
          {failure}
        </Bar>
      )}
      {!isFetching && data?.isOk && (
        <dl className={styles.facts}>
          <dt className={styles.label}>{t('trial.first')}</dt>
          <dd className={styles.value}>{t('trial.ms', { ms: number(data.latencyMs ?? 0) })}</dd>
          <dt className={styles.label}>{t('trial.streams')}</dt>
          <dd className={styles.value}>{yesNo(data.streams)}</dd>
          <dt className={styles.label}>{t('trial.tools')}</dt>
          <dd className={styles.value}>{yesNo(data.tools)}</dd>
        </dl>
      )}
      {!isFetching && needsTools && <Bar tone="warn">{t('trial.noTools')}</Bar>}
    </FormDialog>
  );
}
