import { Dropdown, Link, Option, makeStyles, tokens } from '@fluentui/react-components';
import { Open16Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import type { TabProps } from './rows.tsx';

const useStyles = makeStyles({
  token: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  open: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

export interface IntegrationsTabProps extends TabProps {
  connection: ConnectionRow | undefined;
  companyId: number | undefined;
}

/** Integrations that send through this connection. */
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

/** Shows if programs send through the connection. Tokens are managed on one page, which opens in a new tab. */
function Token({ connection: { hasToken, tokenPage } }: { connection: ConnectionRow }) {
  const t = useT();
  const styles = useStyles();
  return (
    <FormRow label={t('field.token')} help={t('help.token')}>
      <div className={styles.token}>
        <span>{t(hasToken ? 'form.tokenIssued' : 'form.tokenNone')}</span>
        {tokenPage && (
          <Link className={styles.open} href={tokenPage} target="_blank">
            {t('form.tokenPage')}
            <Open16Regular aria-hidden="true" />
          </Link>
        )}
      </div>
    </FormRow>
  );
}
