import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSync16Regular, Timer20Regular } from '@fluentui/react-icons';
import { useErrorText, useFormat, useT } from '@balcao/sdk/client';
import { Bar, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { CampaignPreview } from '../../contract.ts';
import { percent } from '../campaign-state.ts';
import { durationText } from '../duration.ts';
import { useFormStyles } from './form-styles.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  count: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  of: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground2 },
  bar: {
    display: 'flex',
    gap: '2px',
    height: '8px',
    marginBlock: '8px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
  },
  stale: { opacity: 0.6 },
  line: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '28px' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', flexShrink: 0 },
  amount: { marginInlineStart: 'auto', fontVariantNumeric: 'tabular-nums' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  time: {
    display: 'flex',
    gap: '8px',
    marginTop: '12px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  brand: { backgroundColor: tokens.colorBrandBackground },
  ghost: { backgroundColor: tokens.colorNeutralStroke1 },
  info: { backgroundColor: ext.info },
  warn: { backgroundColor: ext.warn },
  bad: { backgroundColor: ext.bad },
});

export interface AudiencePanelProps {
  preview: CampaignPreview | undefined;
  /** True while newer numbers are on their way. */
  isStale: boolean;
  error: unknown;
}

/** The audience: its number, the reasons of the others, and the duration. */
export function AudiencePanel({ preview, isStale, error }: AudiencePanelProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const form = useFormStyles();
  const errorText = useErrorText();
  if (error && !preview) return <Bar tone="bad">{errorText(error)}</Bar>;
  if (!preview)
    return (
      <div className={form.card}>
        {isStale ? <SkeletonRows rows={4} height={28} /> : <span className={form.quiet}>{t('audience.choose')}</span>}
      </div>
    );
  const { found, remaining, outside, duplicates, optedOut, invalid, durationSeconds, interval, dailyCap, hours } =
    preview;
  const parts = [
    { key: 'remaining', count: remaining, tone: styles.brand },
    { key: 'outside', count: outside, tone: styles.ghost },
    { key: 'duplicates', count: duplicates, tone: styles.info },
    { key: 'optedOut', count: optedOut, tone: styles.warn },
    { key: 'invalid', count: invalid, tone: styles.bad },
  ];
  return (
    <section className={form.card} aria-label={t('audience.title')} aria-busy={isStale}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('audience.title')}</h2>
        <span className={form.small}>
          <ArrowSync16Regular aria-hidden="true" /> {t(isStale ? 'audience.counting' : 'audience.now')}
        </span>
      </div>
      <div className={styles.count} role="status">
        {format.number(remaining)}
        <span className={styles.of}>{t('audience.of', { count: format.number(found) })}</span>
      </div>
      <div className={mergeClasses(styles.bar, isStale && styles.stale)} aria-hidden="true">
        {parts.map(({ key, count, tone }) =>
          count > 0 ? <div key={key} className={tone} style={{ width: `${percent(count, found)}%` }} /> : null,
        )}
      </div>
      <ul className={styles.list}>
        {parts.slice(1).map(({ key, count, tone }) => (
          <li key={key} className={styles.line}>
            <span className={mergeClasses(styles.dot, tone)} aria-hidden="true" />
            {t(`audience.${key}`)}
            <span className={styles.amount}>{count === 0 ? '0' : `−${format.number(count)}`}</span>
          </li>
        ))}
      </ul>
      <div className={styles.time}>
        <Timer20Regular aria-hidden="true" />
        <span>
          <strong>{durationSeconds === null ? t('audience.never') : durationText(t, durationSeconds)}</strong>
          <div className={form.small}>
            {t('audience.pace', { seconds: interval, from: hours.from, until: hours.until })}
            {dailyCap !== null && ` · ${t('audience.cap', { count: format.number(dailyCap) })}`}
          </div>
        </span>
      </div>
    </section>
  );
}
