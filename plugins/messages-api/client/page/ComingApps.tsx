import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { StatusPill } from '@balcao/sdk/ui';
import { useSectionStyles } from './section-styles.ts';

/** Proper names, not translated. */
const apps = ['Zapier', 'n8n', 'Make', 'Google Sheets', 'RD Station', 'HubSpot'] as const;

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
    gap: '12px',
    margin: '12px 0 0',
    padding: 0,
    listStyleType: 'none',
  },
  app: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '64px',
    padding: '0 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    color: tokens.colorNeutralForeground2,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
});

/** The list of apps that are announced. */
export function ComingApps() {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  return (
    <section className={section.section} aria-labelledby="coming-apps">
      <h2 id="coming-apps" className={section.title}>
        {t('apps.title')}
      </h2>
      <p className={section.text}>{t('apps.text')}</p>
      <ul className={styles.list}>
        {apps.map((name) => (
          <li key={name} className={styles.app}>
            <span className={styles.name}>{name}</span>
            <StatusPill tone="neutral">{t('apps.soon')}</StatusPill>
          </li>
        ))}
      </ul>
    </section>
  );
}
