import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular, PlugConnected20Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { ConfirmDialog, ErrorState, FormGroup, IconButton, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import { purposesQuery } from '../chats/chat-data.ts';
import { choicesQuery, providersPath, providersQuery, type Owner, type Provider, type TestResult } from './ai-data.ts';
import { ProviderDialog } from './ProviderDialog.tsx';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 12px',
    padding: '10px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  names: { flexGrow: 1, minWidth: '160px' },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  small: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  foot: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px', padding: '12px 16px' },
  none: { margin: 0 },
  result: { width: '100%' },
});

/** Providers with a test each. */
export function Providers({ owner }: { owner: Owner }) {
  const styles = useStyles();
  const t = useT();
  const queries = useQueryClient();
  const providers = useQuery(providersQuery(owner));
  /** The uses change with it: which of them are on, and where their data go. */
  const refetch = (): void => {
    for (const { queryKey } of [providersQuery(owner), choicesQuery(owner), purposesQuery])
      void queries.invalidateQueries({ queryKey });
  };
  const [edited, setEdited] = useState<Provider | 'new'>();
  const [removed, setRemoved] = useState<Provider>();
  if (providers.isPending) return <SkeletonRows rows={2} />;
  if (providers.isError) return <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />;
  return (
    <FormGroup title={t(`provider.${owner}`)} text={t(`provider.${owner}Text`)}>
      {providers.data.map((provider) => (
        <ProviderRow
          key={provider.id}
          owner={owner}
          provider={provider}
          onEdit={() => setEdited(provider)}
          onRemove={() => setRemoved(provider)}
        />
      ))}
      <div className={styles.foot}>
        {providers.data.length === 0 && <p className={mergeClasses(styles.small, styles.none)}>{t('provider.none')}</p>}
        <Button icon={<Add20Regular />} onClick={() => setEdited('new')}>
          {t('provider.add')}
        </Button>
      </div>
      {edited && (
        <ProviderDialog
          owner={owner}
          provider={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            refetch();
          }}
        />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={t('provider.remove', { name: removed?.title ?? '' })}
        text={t(`provider.${owner}RemoveText`)}
        confirmLabel={t('provider.removeVerb')}
        onConfirm={async () => {
          if (removed) await api.delete(`${providersPath(owner)}/${removed.id}`);
          setRemoved(undefined);
          refetch();
        }}
        onClose={() => setRemoved(undefined)}
      />
    </FormGroup>
  );
}

interface ProviderRowProps {
  owner: Owner;
  provider: Provider;
  onEdit(): void;
  onRemove(): void;
}

function ProviderRow({ owner, provider, onEdit, onRemove }: ProviderRowProps) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  const { number } = useFormat();
  const [result, setResult] = useState<TestResult>();
  const [failure, setFailure] = useState<unknown>();
  const [isTesting, setTesting] = useState(false);
  const { id, title, baseUrl, hasKey, isOn, models } = provider;
  const test = async (): Promise<void> => {
    setTesting(true);
    setFailure(undefined);
    try {
      setResult(await api.post<TestResult>(`${providersPath(owner)}/${id}/test`, {}));
    } catch (error) {
      setFailure(error);
    } finally {
      setTesting(false);
    }
  };
  const yesNo = (isSo: boolean): string => t(isSo ? 'provider.yes' : 'provider.no');
  return (
    <div className={styles.row}>
      <div className={styles.names}>
        <div className={styles.title}>{title}</div>
        <div className={styles.small}>
          {[baseUrl, t(hasKey ? 'provider.hasKey' : 'provider.noKey'), models.join(', ')].filter(Boolean).join(' · ')}
        </div>
      </div>
      {!isOn && <StatusPill tone="neutral">{t('provider.off')}</StatusPill>}
      <Button size="small" icon={<PlugConnected20Regular />} disabledFocusable={isTesting} onClick={() => void test()}>
        {t(isTesting ? 'provider.testing' : 'provider.test')}
      </Button>
      <IconButton icon={<Edit20Regular />} label={t('provider.edit', { name: title })} onClick={onEdit} />
      <IconButton icon={<Delete20Regular />} label={t('provider.delete', { name: title })} onClick={onRemove} />
      <div className={styles.result} role="status">
        {failure !== undefined && textOf(failure)}
        {failure === undefined && result && (
          <span className={styles.small}>
            {result.isOk
              ? t('provider.works', {
                  ms: number(result.latencyMs ?? 0),
                  streams: yesNo(result.streams),
                  tools: yesNo(result.tools),
                })
              : `${t(`errors.${result.error ?? 'ERR_AI_DOWN'}`)} ${result.detail}`}
          </span>
        )}
      </div>
    </div>
  );
}
