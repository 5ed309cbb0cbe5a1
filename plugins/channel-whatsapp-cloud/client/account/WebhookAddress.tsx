import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Bar, CopyField, StatusPill } from '@balcao/sdk/ui';
import type { AccountView } from '../../contract.ts';

const useStyles = makeStyles({
  states: { display: 'flex', flexWrap: 'wrap', gap: '8px', color: tokens.colorNeutralForeground3 },
});

/** Meta calls public https addresses only. */
const isPublic = ({ protocol, hostname }: Location): boolean =>
  protocol === 'https:' && !/^(localhost|127\.|10\.|192\.168\.|\[)/.test(hostname);

/** The address to paste at Meta, and the time of Meta’s last call. */
export function WebhookAddress({ account }: { account: AccountView }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { webhookPath, verifiedAt, lastCallAt } = account;
  return (
    <>
      <CopyField label={t('setup.address')} value={`${window.location.origin}${webhookPath}`} />
      <div className={styles.states} role="status">
        <StatusPill tone={verifiedAt ? 'ok' : 'neutral'}>
          {verifiedAt ? t('setup.verified', { when: format.dateTime(verifiedAt) }) : t('setup.notVerified')}
        </StatusPill>
        {(verifiedAt ?? lastCallAt) !== null && (
          <StatusPill tone={lastCallAt ? 'ok' : 'neutral'}>
            {lastCallAt ? t('setup.heard', { when: format.dateTime(lastCallAt) }) : t('setup.notHeard')}
          </StatusPill>
        )}
      </div>
      {!isPublic(window.location) && <Bar tone="info">{t('setup.local')}</Bar>}
    </>
  );
}
