import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useShortcut, useT } from '@balcao/sdk/client';
import { EmptyState, Kbd, ext } from '@balcao/sdk/ui';
import { useLongestWaiting, useOwnCounts } from '../data/useTicketList.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { isWaitingLong, waitedFor, waitingSince } from '../model/waiting.ts';

const useStyles = makeStyles({
  box: { height: '100%', minHeight: 0, overflowY: 'auto', backgroundColor: ext.canvas },
  long: { color: ext.warn, fontWeight: tokens.fontWeightSemibold },
  pair: { display: 'contents' },
  since: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  keys: {
    display: 'grid',
    gridTemplateColumns: 'auto auto',
    gap: '9px 12px',
    margin: 0,
    textAlign: 'left',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '& dt': { justifySelf: 'end', display: 'flex', gap: '4px' },
    '& dd': { margin: 0, alignSelf: 'center' },
    '@media (hover: none)': { display: 'none' },
  },
});

/** Shown without an open ticket: the number of waiting ones, the next step, and useful keys. */
export function Welcome() {
  const styles = useStyles();
  const t = useT();
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const counts = useOwnCounts();
  const count = counts?.open.pending ?? 0;
  const next = useLongestWaiting();
  const accept = () => next && void actions.accept(next);
  useShortcut('a', accept, { label: t('action.accept'), group: t('shortcut.group'), when: () => next !== undefined });

  const wait = next && waitedFor(waitingSince(next));
  const since = next && wait && (
    <span className={mergeClasses(styles.since, isWaitingLong(waitingSince(next)) && styles.long)}>
      {t(`welcome.${wait.unit}`, { count: wait.count })}
    </span>
  );
  const keys = [
    [['j', 'k'], t('shortcut.walk')],
    [['a'], t('action.accept')],
    [['e'], t('action.resolve')],
    [['t'], t('action.transfer')],
    [['?'], t('shortcut.all')],
  ] as const;
  const fresh = <Button onClick={() => dialogs.open({ kind: 'new' })}>{t('list.newTicket')}</Button>;
  // Empty until the counts are known: a wrong text for a moment would be worse than none.
  if (!counts) return <div className={styles.box} />;
  return (
    <div className={styles.box}>
      <EmptyState
        title={count > 0 ? t('welcome.waiting', { count }) : t('welcome.none')}
        text={
          next ? (
            <>
              {t('welcome.longest')} {since}
              {next.queue ? t('welcome.inQueue', { queue: next.queue.name }) : t('welcome.noQueue')}
              <br />
              {t('welcome.choose')}
            </>
          ) : (
            t(count > 0 ? 'welcome.choose' : 'welcome.noneText')
          )
        }
        action={
          count > 0 ? (
            <Button appearance="primary" disabledFocusable={!next} onClick={accept}>
              {t('welcome.acceptNext')}
            </Button>
          ) : (
            fresh
          )
        }
        secondary={count > 0 && fresh}
      >
        <dl className={styles.keys}>
          {keys.map(([caps, label]) => (
            <div key={label} className={styles.pair}>
              <dt>
                {caps.map((cap) => (
                  <Kbd key={cap} keys={cap} />
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </EmptyState>
    </div>
  );
}
