import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Avatar, TwoLines } from '@balcao/sdk/ui';
import type { LegalLawyer } from '../../contract.ts';
import type { CaseData } from '../data.ts';
import { useSideStyles } from './side-styles.ts';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '8px' },
  person: { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', gap: '10px', alignItems: 'start' },
  under: { gridColumn: 2 },
  title: { margin: '12px 0 4px', fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  lawyer: {
    display: 'flex',
    gap: '8px',
    paddingBlock: '5px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontVariantNumeric: 'tabular-nums',
    ':first-child': { borderTop: 'none' },
  },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  oab: { whiteSpace: 'nowrap' },
});

const sides = new Set(['active', 'passive', 'third']);

/** The parties with their lawyers, and the lawyers that a source names without saying whose they are. */
export function Parties({ data: { people, lawyers } }: { data: CaseData }) {
  const t = useT();
  const styles = useStyles();
  const side = useSideStyles();
  return (
    <section className={side.section} aria-label={t('case.parties')}>
      <div className={side.head}>
        <h2 className={side.title}>{t('case.parties')}</h2>
      </div>
      {people.length === 0 && <span className={side.none}>{t('case.noParties')}</span>}
      <ul className={styles.list}>
        {people.map(({ name, description, lawyers: own }) => (
          <li key={`${name}|${description}`} className={styles.person}>
            <Avatar name={name} size={28} decorative />
            <TwoLines text={name} below={sides.has(description) ? t(`side.${description}`) : description} />
            {own.length > 0 && (
              <div className={styles.under}>
                <Lawyers lawyers={own} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {lawyers.length > 0 && (
        <>
          <h3 className={styles.title}>{t('case.lawyers')}</h3>
          <Lawyers lawyers={lawyers} />
        </>
      )}
    </section>
  );
}

function Lawyers({ lawyers }: { lawyers: readonly LegalLawyer[] }) {
  const t = useT();
  const styles = useStyles();
  const side = useSideStyles();
  return (
    <ul className={styles.list} style={{ gap: 0 }}>
      {lawyers.map(({ name, oab, uf }) => (
        <li key={`${name}|${oab}|${uf}`} className={styles.lawyer}>
          <span className={styles.name}>{name}</span>
          {oab === null ? (
            <span className={side.none}>{t('case.noOab')}</span>
          ) : (
            <span className={styles.oab}>{uf === null ? `OAB ${oab}` : `OAB/${uf} ${oab}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
