import { useQuery } from '@tanstack/react-query';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Desktop20Regular, Phone20Regular } from '@fluentui/react-icons';
import { useApi, useT, useToasts } from '@balcao/sdk/client';
import { ErrorState, RelativeTime, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import { deviceName, isPhone, type SessionRow } from '../session-row.ts';
import { usePartStyles } from './part-styles.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    paddingBlock: '10px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopWidth: 0 },
  },
  icon: { display: 'flex', color: tokens.colorNeutralForeground3, flexShrink: 0 },
  what: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' },
  device: { fontWeight: tokens.fontWeightSemibold },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
});
const reasons = new Set(['elsewhere', 'expired', 'logout', 'revoked', 'password', 'changed']);

/** Present and past sessions of the person. */
export function OwnSessions() {
  const t = useT();
  const api = useApi();
  const toasts = useToasts();
  const parts = usePartStyles();
  const styles = useStyles();
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'sessions'],
    queryFn: ({ signal }) => api.get<SessionRow[]>('/security/sessions', {}, { signal }),
  });
  const endOthers = async () => {
    try {
      const { ended } = await api.delete<{ ended: number }>('/security/sessions');
      toasts.success(t('sessions.othersEnded', { count: ended }));
      await refetch();
    } catch (failure) {
      toasts.error(failure);
    }
  };

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} height={64} />;
  return (
    <section className={parts.part} aria-labelledby="security-sessions">
      <div className={parts.head}>
        <h3 id="security-sessions" className={parts.title}>
          {t('sessions.title')}
        </h3>
        {data.some(({ endedAt, isPresent }) => !endedAt && !isPresent) && (
          <Button size="small" onClick={() => void endOthers()}>
            {t('sessions.endOthers')}
          </Button>
        )}
      </div>
      <p className={parts.text}>{t('sessions.text')}</p>
      <ul className={styles.list}>
        {data.map((session) => (
          <li key={session.id} className={styles.row}>
            <span className={styles.icon}>{isPhone(session) ? <Phone20Regular /> : <Desktop20Regular />}</span>
            <span className={styles.what}>
              <span className={styles.device}>{deviceName(session, t)}</span>
              <span className={styles.quiet}>
                {session.ip} · <RelativeTime date={session.lastUsedAt} />
                {session.endedAt &&
                  ` · ${t(`sessions.ended_reason.${reasons.has(session.endedReason ?? '') ? session.endedReason : 'other'}`)}`}
              </span>
            </span>
            {session.isPresent && <StatusPill tone="ok">{t('sessions.present')}</StatusPill>}
          </li>
        ))}
      </ul>
    </section>
  );
}
