import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { CaseData } from '../data.ts';
import { dayText } from '../day-text.ts';
import { useSideStyles } from './side-styles.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: '88px minmax(0, 1fr)', gap: '6px 0', margin: 0 },
  name: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
  value: { margin: 0, overflowWrap: 'anywhere' },
});

/** The data of a case. Values that no source gives are said to be missing, and never left blank. */
export function Properties({ data: { cover, properties } }: { data: CaseData }) {
  const t = useT();
  const styles = useStyles();
  const side = useSideStyles();
  const rows = [
    [t('fact.begun'), dayText(properties.startAt)],
    [t('fact.subject'), properties.subject],
    [t('fact.court'), properties.jurisdiction],
    [t('fact.judge'), properties.judge],
    [t('fact.value'), cover.value],
    [t('fact.instances'), properties.instances.join(', ')],
  ] as const;
  return (
    <section className={side.section} aria-label={t('case.data')}>
      <div className={side.head}>
        <h2 className={side.title}>{t('case.data')}</h2>
      </div>
      <dl className={styles.list}>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>
              {value ? value : <span className={side.none}>{t('value.noneBySource')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
