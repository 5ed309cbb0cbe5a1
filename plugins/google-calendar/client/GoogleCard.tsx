import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { ext, RelativeTime, Spinner } from '@balcao/sdk/ui';
import type { ConnectionView } from '../contract.ts';
import { CardMenu } from './CardMenu.tsx';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import GoogleMark from './GoogleMark.tsx';
import { LossesDialog } from './LossesDialog.tsx';
import { SetupDialog } from './SetupDialog.tsx';
import { startSync, useConnection } from './useConnection.ts';
import { useOutcome } from './useOutcome.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  warn: { backgroundColor: ext.warnBg, border: '1px solid transparent' },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '24px' },
  title: {
    flex: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: 600,
    color: tokens.colorNeutralForeground1,
  },
  email: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  line: { display: 'flex', alignItems: 'center', gap: '6px' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', backgroundColor: ext.ok, flexShrink: 0 },
  bad: { color: ext.bad },
});

/** Connects one’s calendar at Google, and tells how it is. */
export default function GoogleCard() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const { data, renew } = useConnection();
  const [open, setOpen] = useState<'setup' | 'disconnect' | 'losses'>();
  useOutcome();
  const connect = useMutation({
    mutationFn: () => api.get<{ url: string }>('/google/auth-url', { origin: location.origin }),
    // The page leaves; the button stays busy until it has.
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toasts.error(textOf(error)),
  });
  const sync = useMutation({ mutationFn: startSync, onSuccess: () => renew() });
  const show = useMutation({
    mutationFn: (shown: boolean) => api.put('/google/messages', { shown }),
    onSuccess: async (_answer, shown) => {
      toasts.success(t(shown ? 'card.messagesShown' : 'card.messagesHidden'));
      await renew();
    },
    onError: (error) => toasts.error(textOf(error)),
  });
  if (!data) return null;
  const { account } = data;
  const isConnecting = connect.isPending || connect.isSuccess;
  const needsConsent = account?.state === 'needs-consent';
  const close = (): void => setOpen(undefined);
  return (
    <section className={mergeClasses(styles.card, needsConsent && styles.warn)} aria-label={t('calendar.title')}>
      <div className={styles.head}>
        <GoogleMark size={16} />
        <h2 className={styles.title}>{t(titleOf(data))}</h2>
        {(account || data.maySetUp) && (
          <CardMenu
            onSync={account && !needsConsent ? () => sync.mutate() : undefined}
            messages={
              account && !needsConsent
                ? { areShown: account.showsMessages, onToggle: () => show.mutate(!account.showsMessages) }
                : undefined
            }
            onSetUp={data.maySetUp ? () => setOpen('setup') : undefined}
            onDisconnect={account ? () => setOpen('disconnect') : undefined}
          />
        )}
      </div>
      {account ? (
        <span className={styles.email} title={account.email}>
          {account.email}
        </span>
      ) : (
        <span>{t(data.client !== 'none' ? 'card.invite' : data.maySetUp ? 'card.setUp' : 'card.ask')}</span>
      )}
      {account && !needsConsent && <State account={account} />}
      {needsConsent && <span>{t('card.consent')}</span>}
      {account !== null && account.losses > 0 && (
        <Button size="small" onClick={() => setOpen('losses')}>
          {t('card.losses', { count: account.losses })}
        </Button>
      )}
      {(needsConsent || !account) && data.client !== 'none' && (
        <Button
          size="small"
          appearance={needsConsent ? 'primary' : 'secondary'}
          disabledFocusable={isConnecting}
          {...(isConnecting && { icon: <Spinner /> })}
          onClick={() => connect.mutate()}
        >
          {t(isConnecting ? 'card.connecting' : needsConsent ? 'card.again' : 'card.connect')}
        </Button>
      )}
      {!account && data.client === 'none' && data.maySetUp && (
        <Button size="small" onClick={() => setOpen('setup')}>
          {t('setup.title')}
        </Button>
      )}
      {account?.state === 'failing' && (
        <Button size="small" onClick={() => sync.mutate()}>
          {t('card.retry')}
        </Button>
      )}
      {open === 'setup' && <SetupDialog client={data.client} onClose={close} />}
      {open === 'losses' && <LossesDialog onClose={close} onChange={renew} />}
      {open === 'disconnect' && account && <DisconnectDialog email={account.email} onClose={close} onDone={renew} />}
    </section>
  );
}

const titleOf = ({ account }: ConnectionView): string => {
  if (!account) return 'calendar.title';
  return account.state === 'needs-consent' ? 'card.needsConsent' : 'card.connected';
};

/** When it was last synchronised, or why not. */
function State({ account }: { account: NonNullable<ConnectionView['account']> }) {
  const t = useT();
  const styles = useStyles();
  const { isSyncing, syncedAt, state, error } = account;
  return (
    <span className={mergeClasses(styles.line, state === 'failing' && styles.bad)} role="status">
      {isSyncing ? (
        <>
          <Spinner />
          {t('card.syncing')}
        </>
      ) : state === 'failing' ? (
        t(`failing.${error ?? 'refused'}`)
      ) : (
        <>
          <span className={styles.dot} aria-hidden />
          {syncedAt === null ? (
            t('card.waiting')
          ) : (
            <span>
              {t('card.synced')} <RelativeTime date={syncedAt} />
            </span>
          )}
        </>
      )}
    </span>
  );
}
