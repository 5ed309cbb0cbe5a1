import { makeStyles, tokens } from '@fluentui/react-components';
import type { Connection } from '@balcao/connections/contract';
import { useT } from '@balcao/sdk/client';
import { Bar, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { ReactNode } from 'react';
import { AccountForm } from './AccountForm.tsx';
import { AccountCheck } from './AccountCheck.tsx';
import { useAccount } from './useAccount.ts';
import { WebhookAddress } from './WebhookAddress.tsx';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '28px' },
  section: { display: 'grid', gap: '14px' },
  head: { display: 'flex', gap: '12px', alignItems: 'flex-start' },
  number: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: '24px',
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  body: { display: 'grid', gap: '14px', paddingLeft: '36px', '@media (max-width: 599px)': { paddingLeft: 0 } },
});

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <div>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
        </div>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** The setup, from an account at Meta to a number that receives: what to type here, what to paste there, and a test. */
export default function CloudSetup({ connection }: { connection: Pick<Connection, 'id' | 'status'> }) {
  const t = useT();
  const styles = useStyles();
  const account = useAccount(connection.id);
  if (account.isError && !account.data)
    return <ErrorState error={account.error} onRetry={() => void account.refetch()} />;
  if (!account.data) return <SkeletonRows rows={5} height={56} />;
  const { trouble } = account.data;
  // An empty form is the beginning, not a fault.
  const isTroubled = trouble !== '' && !(trouble === 'incomplete' && !account.data.has.token);
  return (
    <div className={styles.all}>
      {isTroubled && (
        <Bar tone={trouble === 'unreachable' || trouble === 'incomplete' ? 'warn' : 'bad'}>
          {t(`trouble.${trouble}`)}
        </Bar>
      )}
      <Step number={1} title={t('setup.account')} text={t('setup.accountText')}>
        <AccountForm account={account.data} />
      </Step>
      <Step number={2} title={t('setup.webhook')} text={t('setup.webhookText')}>
        <WebhookAddress account={account.data} />
      </Step>
      <Step number={3} title={t('setup.test')} text={t('setup.testText')}>
        <AccountCheck connectionId={connection.id} />
      </Step>
    </div>
  );
}
