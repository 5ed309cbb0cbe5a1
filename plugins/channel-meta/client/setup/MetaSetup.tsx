import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '@balcao/connections/contract';
import { useFormat, useT } from '@balcao/sdk/client';
import { Bar, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { AccountView } from '../../contract.ts';
import { Addresses } from '../Addresses.tsx';
import ConnectDialog from '../connect/ConnectDialog.tsx';
import { Comments } from './Comments.tsx';
import { AccountCheck } from './AccountCheck.tsx';
import { accountKey, useAccount } from './useAccount.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '28px' },
  section: { display: 'grid', gap: '12px', justifyItems: 'start' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: '24px', fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0, color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  facts: {
    display: 'grid',
    gridTemplateColumns: '160px minmax(0, 1fr)',
    gap: '6px 12px',
    margin: 0,
    width: '100%',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, overflowWrap: 'anywhere' },
  wide: { width: '100%' },
});

function Facts({ account }: { account: AccountView }) {
  const t = useT();
  const styles = useStyles();
  const { date, dateTime } = useFormat();
  const { name, username, connectedAs, expiresAt, heardAt, channel, via } = account;
  const rows = [
    [t(via === 'page' ? 'setup.page' : 'setup.name'), name],
    ...(channel === 'instagram' ? [[t('setup.instagram'), username && `@${username}`]] : []),
    [t('setup.connectedAs'), connectedAs],
    [t('setup.expires'), expiresAt && t('setup.renewed', { date: date(expiresAt) })],
    [t('setup.heard'), heardAt ? dateTime(heardAt) : t('setup.never')],
  ].filter(([, value]) => value);
  return (
    <dl className={styles.facts}>
      {rows.map(([term, value]) => (
        <div key={term} style={{ display: 'contents' }}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The check page of a connection: its account, a new login, and a test. */
export default function MetaSetup({ connection }: { connection: Pick<Connection, 'id' | 'status'> }) {
  const t = useT();
  const styles = useStyles();
  const queries = useQueryClient();
  const account = useAccount(connection.id);
  const [isConnecting, setConnecting] = useState(false);
  if (account.isError && !account.data)
    return <ErrorState error={account.error} onRetry={() => void account.refetch()} />;
  if (!account.data) return <SkeletonRows rows={4} height={56} />;
  const { trouble, usesOwnApp, via, webhookPath, deauthorizePath, deletionPath } = account.data;
  return (
    <div className={styles.all}>
      {trouble !== '' && <Bar tone={trouble === 'unreachable' ? 'warn' : 'bad'}>{t(`trouble.${trouble}`)}</Bar>}
      <section className={styles.section} aria-label={t('setup.account')}>
        <h3 className={styles.title}>{t('setup.account')}</h3>
        <Facts account={account.data} />
        {usesOwnApp && (
          <div className={styles.wide}>
            <Addresses app={{ webhookPath, deauthorizePath, deletionPath }} />
          </div>
        )}
        <Button {...(trouble !== '' && { appearance: 'primary' as const })} onClick={() => setConnecting(true)}>
          {t('setup.reconnect')}
        </Button>
      </section>
      <section className={styles.section} aria-label={t('comments.title')}>
        <h3 className={styles.title}>{t('comments.title')}</h3>
        <Comments account={account.data} />
      </section>
      <section className={styles.section} aria-label={t('setup.test')}>
        <h3 className={styles.title}>{t('setup.test')}</h3>
        <p className={styles.text}>{t('setup.testText')}</p>
        <div className={styles.wide}>
          <AccountCheck connectionId={connection.id} />
        </div>
      </section>
      {isConnecting && (
        <ConnectDialog
          via={via}
          onAdded={() => void queries.invalidateQueries({ queryKey: accountKey(connection.id) })}
          onClose={() => setConnecting(false)}
        />
      )}
    </div>
  );
}
