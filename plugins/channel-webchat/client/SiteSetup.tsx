import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Open16Regular } from '@fluentui/react-icons';
import type { Connection } from '@balcao/connections/contract';
import { useT } from '@balcao/sdk/client';
import { CopyField, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { snippetOf } from './snippet.ts';
import { useSite } from './useSite.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '16px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground3 },
  preview: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '12px', rowGap: '4px' },
  open: { display: 'inline-flex', alignItems: 'center', gap: '6px', fontWeight: tokens.fontWeightSemibold },
  hint: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  notes: {
    margin: 0,
    paddingLeft: '18px',
    display: 'grid',
    gap: '6px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** The next steps: paste one line into the site, or try the chat on the platform’s own page. */
export default function SiteSetup({ connection }: { connection: Pick<Connection, 'id'> }) {
  const t = useT();
  const styles = useStyles();
  const site = useSite(connection.id);
  if (site.isError) return <ErrorState error={site.error} onRetry={() => void site.refetch()} />;
  if (!site.data) return <SkeletonRows rows={3} height={40} />;
  const { origin } = window.location;
  return (
    <div className={styles.all}>
      <div>
        <h3 className={styles.title}>{t('setup.title')}</h3>
        <p className={styles.text}>{t('setup.text')}</p>
      </div>
      <CopyField code value={snippetOf(site.data, origin)} label={t('setup.snippet')} />
      <div className={styles.preview}>
        <Link className={styles.open} href={site.data.demoPath} target="_blank" rel="noopener">
          {t('setup.preview')}
          <Open16Regular aria-hidden="true" />
        </Link>
        <span className={styles.hint}>{t('setup.previewHint')}</span>
      </div>
      <ul className={styles.notes}>
        <li>{t('setup.language')}</li>
        <li>{t('setup.policy', { origin })}</li>
      </ul>
    </div>
  );
}
