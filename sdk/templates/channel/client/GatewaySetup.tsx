import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { Bar, CopyField, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { Connection } from '@balcao/connections/contract';

interface Setup {
  webhookPath: string;
  hasKey: boolean;
  hasSecret: boolean;
}

const useStyles = makeStyles({
  all: { display: 'grid', gap: '12px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** The next steps of the company: its key goes into the settings, our address into the gateway. */
export default function GatewaySetup({ connection }: { connection: Pick<Connection, 'id'> }) {
  const t = useT();
  const styles = useStyles();
  const { data, error, refetch } = useQuery({
    queryKey: ['example-sms', connection.id],
    queryFn: ({ signal }) => api.get<Setup>(`/example-sms/connections/${connection.id}`, {}, { signal }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} height={40} />;
  return (
    <div className={styles.all}>
      {!(data.hasKey && data.hasSecret) && <Bar tone="warn">{t('setup.incomplete')}</Bar>}
      <h3 className={styles.title}>{t('setup.title')}</h3>
      <p className={styles.text}>{t('setup.text')}</p>
      <CopyField value={`${window.location.origin}${data.webhookPath}`} label={t('setup.address')} />
    </div>
  );
}
