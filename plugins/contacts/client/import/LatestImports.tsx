import { makeStyles, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { RelativeTime, StatusPill, type Tone } from '@balcao/sdk/ui';
import type { ImportRow } from './import-row.ts';
import { useLatestImports } from './useImport.ts';

const maxShown = 5;
const tones: Record<ImportRow['status'], Tone> = {
  ready: 'info',
  reading: 'info',
  running: 'info',
  done: 'ok',
  cancelled: 'warn',
  failed: 'bad',
};

const useStyles = makeStyles({
  title: { margin: '0 0 4px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 12px',
    minHeight: '44px',
    paddingBlock: '6px',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: {
    flexGrow: 1,
    flexBasis: '200px',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground1,
  },
  quiet: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

/** Links to recent imports: the running ones and the reports of finished ones. */
export function LatestImports() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { data = [] } = useLatestImports();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="latest-imports">
      <h2 id="latest-imports" className={styles.title}>
        {t('import.latest')}
      </h2>
      <ul className={styles.list}>
        {data.slice(0, maxShown).map(({ id, name, status, created, createdAt }) => (
          <li key={id} className={styles.row}>
            <Link to={`/contacts/import/${id}`} className={styles.name} title={name}>
              {name}
            </Link>
            <StatusPill tone={tones[status]}>{t(`import.status.${status}`)}</StatusPill>
            <span className={styles.quiet}>
              {t('import.createdCount', { count: created, shown: format.number(created) })}
            </span>
            <span className={styles.quiet}>
              <RelativeTime date={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
