import { useEffect, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSync16Regular, CloudOff16Regular } from '@fluentui/react-icons';
import { useConnectionState, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

/** Milliseconds before a lost connection is shown; most drops reconnect sooner. */
const patience = 2000;

const useStyles = makeStyles({
  place: { flexShrink: 0 },
  bar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    minHeight: '28px',
    padding: '4px 12px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textAlign: 'center',
  },
  offline: { backgroundColor: ext.warnBg, color: ext.warn },
  connecting: { backgroundColor: ext.infoBg, color: ext.info },
  icon: { display: 'flex', flexShrink: 0 },
});

/** A line shown while live messages do not reach the page. */
export function ConnectionBar() {
  const t = useT('shell');
  const styles = useStyles();
  const state = useConnectionState();
  const [shown, setShown] = useState<'offline' | 'connecting'>();

  useEffect(() => {
    if (state === 'online') {
      setShown(undefined);
      return undefined;
    }
    if (state === 'offline') {
      setShown('offline');
      return undefined;
    }
    const timer = window.setTimeout(() => setShown('connecting'), patience);
    return () => window.clearTimeout(timer);
  }, [state]);

  return (
    <div className={styles.place} role="status">
      {shown && (
        <div className={mergeClasses(styles.bar, styles[shown])}>
          <span className={styles.icon}>{shown === 'offline' ? <CloudOff16Regular /> : <ArrowSync16Regular />}</span>
          {t(`connection.${shown}`)}
        </div>
      )}
    </div>
  );
}
