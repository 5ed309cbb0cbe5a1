import { mergeClasses } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import type { InstalledPlugin } from '../installed.ts';
import { useDetailStyles } from './detail-styles.ts';

/** The access that a plugin requests: permissions, settings, external hosts, routes without a session. */
export function AccessPart({ plugin }: { plugin: InstalledPlugin }) {
  const t = useT();
  const styles = useDetailStyles();
  const { permissions, settings, hosts, publicRoutes } = plugin;
  return (
    <>
      <Asked title={t('access.hosts')} none={t('access.noHosts')} text={t('access.hostsText')} count={hosts.length}>
        {hosts.map((host) => (
          <li key={host} className={mergeClasses(styles.item, styles.mono)}>
            {host}
          </li>
        ))}
      </Asked>
      <Asked
        title={t('access.publicRoutes')}
        none={t('access.noPublicRoutes')}
        text={t('access.publicRoutesText')}
        count={publicRoutes.length}
      >
        {publicRoutes.map(({ route, reason }) => (
          <li key={route} className={styles.item}>
            <div className={styles.words}>
              <span className={styles.mono}>{route}</span>
              <span className={styles.quiet}>{reason}</span>
            </div>
          </li>
        ))}
      </Asked>
      <Asked
        title={t('access.permissions')}
        none={t('access.noPermissions')}
        text={t('access.permissionsText')}
        count={permissions.length}
      >
        {permissions.map(({ name, label, profiles }) => (
          <li key={name} className={styles.item}>
            <div className={styles.words}>
              <span>{label}</span>
              <span className={mergeClasses(styles.quiet, styles.mono)}>{name}</span>
            </div>
            <span className={mergeClasses(styles.end, styles.quiet)}>
              {profiles.length > 0 ? profiles.map((profile) => t(`profile.${profile}`)).join(', ') : t('access.nobody')}
            </span>
          </li>
        ))}
      </Asked>
      <Asked title={t('access.settings')} none={t('access.noSettings')} count={settings.length}>
        {settings.map(({ key, label, secret }) => (
          <li key={key} className={styles.item}>
            <div className={styles.words}>
              <span>{label}</span>
              <span className={mergeClasses(styles.quiet, styles.mono)}>{key}</span>
            </div>
            {secret && (
              <span className={styles.end}>
                <LockClosed16Regular aria-hidden="true" />
                {t('access.secret')}
              </span>
            )}
          </li>
        ))}
      </Asked>
    </>
  );
}

interface AskedProps {
  title: string;
  /** Shown when the list is empty. */
  none: string;
  text?: string;
  count: number;
  children: ReactNode;
}

function Asked({ title, none, text, count, children }: AskedProps) {
  const styles = useDetailStyles();
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {count === 0 ? (
        <p className={styles.text}>{none}</p>
      ) : (
        <>
          {text && <p className={mergeClasses(styles.text, styles.quiet, styles.above)}>{text}</p>}
          <ul className={styles.list}>{children}</ul>
        </>
      )}
    </section>
  );
}
