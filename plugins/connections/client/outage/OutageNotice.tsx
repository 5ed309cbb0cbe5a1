import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Dismiss16Regular, PlugDisconnected20Regular } from '@fluentui/react-icons';
import { Link } from 'react-router-dom';
import { useSession, useT, useViewport } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import { isDown } from '../connection-row.ts';
import { useConnections } from '../useConnections.ts';

const useStyles = makeStyles({
  pill: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    // Space for the short text, however many other notices there are.
    minWidth: '124px',
    maxWidth: '320px',
    height: '28px',
    paddingInline: '8px 10px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: ext.badBg,
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightMedium,
    whiteSpace: 'nowrap',
    '@media (max-width: 599px)': { minWidth: 0, maxWidth: 'none', height: '40px', justifyContent: 'flex-start' },
  },
  linked: { minWidth: '200px', '@media (max-width: 599px)': { minWidth: 0 } },
  icon: { display: 'flex', flexShrink: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
  close: { flexShrink: 0, color: 'inherit', '@media (max-width: 599px)': { marginLeft: 'auto' } },
  link: {
    flexShrink: 0,
    color: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'underline',
    textUnderlineOffset: '2px',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (max-width: 599px)': { marginLeft: 'auto', lineHeight: '40px', paddingInline: '8px' },
  },
});

const dismissed = 'connections.trouble.seen';

/** Remembers which outage was dismissed in this window; another outage is displayed again. */
function useDismissal(outage: string): [boolean, () => void] {
  const [seen, setSeen] = useState(() => sessionStorage.getItem(dismissed));
  const dismiss = () => {
    sessionStorage.setItem(dismissed, outage);
    setSeen(outage);
  };
  return [seen === outage, dismiss];
}

/** Shows in the top bar which connection is down, and takes people who may repair it there. */
export default function OutageNotice() {
  const t = useT();
  const styles = useStyles();
  const { medium } = useViewport();
  const { can } = useSession();
  const mayMend = can('connections:view');
  const { connections = [] } = useConnections();
  const down = connections.filter((connection) => connection.channelOn && isDown(connection));
  const [isDismissed, dismiss] = useDismissal(down.map(({ id }) => id).join());
  const [first] = down;
  // People who can repair it see the notice until it is repaired.
  if (!first || (!mayMend && isDismissed)) return null;
  const whole = down.length > 1 ? t('trouble.several', { count: down.length }) : t('trouble.one', { name: first.name });
  return (
    <div
      className={mergeClasses(styles.pill, mayMend && styles.linked)}
      role="status"
      title={down.map(({ name }) => name).join(', ')}
    >
      <span className={styles.icon} aria-hidden="true">
        <PlugDisconnected20Regular />
      </span>
      <span className={styles.text}>{medium ? t('trouble.short') : whole}</span>
      {mayMend ? (
        <Link to="/connections" className={styles.link}>
          {t('trouble.mend')}
        </Link>
      ) : (
        <IconButton
          size="small"
          className={styles.close}
          icon={<Dismiss16Regular />}
          label={t('trouble.close')}
          onClick={dismiss}
        />
      )}
    </div>
  );
}
