import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircle16Filled,
  Database16Regular,
  Gavel24Regular,
  News16Regular,
  Warning16Filled,
} from '@fluentui/react-icons';
import { useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { Avatar, ext } from '@balcao/sdk/ui';
import type { CaseData, Monitoring } from '../data.ts';

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 16px', padding: '16px' },
  tile: {
    display: 'grid',
    placeItems: 'center',
    width: '48px',
    height: '48px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    flexShrink: 0,
  },
  names: { flex: '1 1 240px', minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  contact: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, overflowWrap: 'anywhere' },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 20px',
    minHeight: '40px',
    padding: '8px 16px',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
  },
  fault: { backgroundColor: ext.warnBg },
  part: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  ok: { color: ext.ok, fontWeight: tokens.fontWeightSemibold },
  warn: { color: ext.warn, flexShrink: 0 },
  next: {
    marginLeft: 'auto',
    color: tokens.colorNeutralForeground3,
    '@media (max-width: 599px)': { marginLeft: 0 },
  },
});

/** The kind of the case, who against whom, its contact, and how old the data is. */
export function Cover({ monitoring, data }: { monitoring: Monitoring; data: CaseData }) {
  const t = useT();
  const styles = useStyles();
  const named = (side: string): string | undefined => data.people.find(({ description }) => description === side)?.name;
  const [active, passive] = [named('active'), named('passive')];
  const against = active && passive ? t('case.against', { active, passive }) : (active ?? passive);
  return (
    <section className={styles.card} aria-label={t('case.cover')}>
      <div className={styles.head}>
        <span className={styles.tile}>
          <Gavel24Regular aria-hidden />
        </span>
        <div className={styles.names}>
          <h2 className={styles.title}>{data.cover.description ?? t('value.noClass')}</h2>
          {against && <p className={styles.text}>{against}</p>}
        </div>
        <span className={styles.contact}>
          <Avatar name={monitoring.contact.name} size={28} decorative />
          {monitoring.contact.name}
        </span>
      </div>
      <AgeBar monitoring={monitoring} />
    </section>
  );
}

/** When the sources were asked, and what of; a source that fails is said instead. */
function AgeBar({ monitoring: { sources, checkedAt, nextAt } }: { monitoring: Monitoring }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const errorText = useErrorText();
  const faults = sources.filter(({ fault }) => fault !== null);
  return (
    <div className={mergeClasses(styles.bar, faults.length > 0 && styles.fault)} role="status">
      {faults.map(({ id, label, fault, until }) => (
        <span key={id} className={styles.part}>
          <Warning16Filled className={styles.warn} aria-hidden />
          <span>
            <b>{label}</b>: {errorText(fault)} {until !== null && t('source.until', { at: format.clock(until) })}
          </span>
        </span>
      ))}
      {faults.length === 0 && checkedAt !== null && (
        <span className={mergeClasses(styles.part, styles.ok)}>
          <CheckmarkCircle16Filled aria-hidden />
          {t('panel.checked', { at: format.relative(checkedAt) })}
        </span>
      )}
      {sources.map(
        ({ id, label, at }) =>
          at !== null && (
            <span key={id} className={styles.part}>
              {id === 'djen' ? <News16Regular aria-hidden /> : <Database16Regular aria-hidden />}
              {t('source.of', { source: label, at: format.dateTime(at) })}
            </span>
          ),
      )}
      <span className={styles.next}>{t('case.next', { at: format.dateTime(nextAt) })}</span>
    </div>
  );
}
