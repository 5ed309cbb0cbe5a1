import { useState } from 'react';
import { Button, Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { Key20Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { CopyField, FormRow } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import { refetchConnections } from '../useConnections.ts';
import type { TabProps } from './rows.tsx';

const useStyles = makeStyles({
  token: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  once: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  wide: { width: '100%' },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

export interface IntegrationsTabProps extends TabProps {
  connection: ConnectionRow | undefined;
  companyId: number | undefined;
}

/** What else speaks through this connection. */
export function IntegrationsTab({ connection, companyId, values, change }: IntegrationsTabProps) {
  const t = useT();
  const styles = useStyles();
  const { data } = useQuery({
    queryKey: ['connections', 'integrations', companyId],
    queryFn: ({ signal }) =>
      api.get<{ queueIntegrations: { id: number; name: string }[] }>('/queueIntegration', { companyId }, { signal }),
  });
  const integrations = data?.queueIntegrations ?? [];
  const chosen = integrations.find(({ id }) => id === values.integrationId);
  const hasToken = connection !== undefined && connection.hasToken !== null;
  return (
    <>
      {connection && hasToken && <Token connection={connection} />}
      {integrations.length > 0 && (
        <FormRow label={t('field.integrationId')} name="integrationId" help={t('help.integrationId')}>
          <Dropdown
            value={chosen?.name ?? t('form.noIntegration')}
            selectedOptions={[String(values.integrationId ?? 0)]}
            onOptionSelect={(_, { optionValue }) => change({ integrationId: Number(optionValue) || null })}
          >
            <Option value="0">{t('form.noIntegration')}</Option>
            {integrations.map(({ id, name }) => (
              <Option key={id} value={String(id)}>
                {name}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
      )}
      {data && integrations.length === 0 && !hasToken && <p className={styles.none}>{t('form.noIntegrations')}</p>}
    </>
  );
}

/** A token for the messages API, shown this once. */
function Token({ connection }: { connection: ConnectionRow }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [token, setToken] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const issue = async (): Promise<void> => {
    setBusy(true);
    try {
      setToken((await api.post<{ token: string }>(`/whatsapp-token/${connection.id}`)).token);
      await refetchConnections(queries);
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormRow label={t('field.token')} help={t(connection.hasToken ? 'help.tokenIssued' : 'help.token')}>
      <div className={styles.token}>
        {token && (
          <div className={styles.wide}>
            <CopyField value={token} label={t('field.token')} onCopied={() => toasts.success(t('form.tokenCopied'))} />
            <span className={styles.once}>{t('form.tokenOnce')}</span>
          </div>
        )}
        <Button icon={<Key20Regular />} disabledFocusable={isBusy} onClick={() => void issue()}>
          {t('form.newToken')}
        </Button>
      </div>
    </FormRow>
  );
}
