import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronRight16Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CampaignCounts, CampaignView, ReportCard } from '../../contract.ts';
import { percent, queued, reached } from '../campaign-state.ts';
import { reasonText } from './reason-text.ts';

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    // Eight counters: a row of them, two rows, or four, and never a hole.
    gridTemplateColumns: 'repeat(8, minmax(0, 1fr))',
    gap: '1px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralStroke2,
    '@media (min-width: 600px) and (max-width: 1279px)': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    '@media (max-width: 599px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    padding: '12px 16px',
    border: 'none',
    backgroundColor: ext.raised,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  head: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    color: tokens.colorNeutralForeground2,
  },
  count: {
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  bad: { color: ext.bad },
  below: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface CountersProps {
  campaign: Pick<CampaignView, 'confirmation'>;
  counts: CampaignCounts;
  onOpen(card: ReportCard): void;
}

/** The numbers of a campaign; each opens the list of its people. */
export function Counters({ campaign, counts, onOpen }: CountersProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { sent, delivered, read, answered } = reached(counts);
  const share = (part: number, whole: number, key: string): string =>
    t(key, { share: format.number(Math.round(percent(part, whole) * 10) / 10) });
  const [worst] = counts.reasons.filter(({ state }) => state === 'failed');
  const worstText = worst
    ? t('report.reasonCount', { count: format.number(worst.count), reason: reasonText(t, worst.reason) })
    : '';
  const cards: { card: ReportCard; count: number; below: string }[] = [
    { card: 'pending', count: queued(counts), below: '' },
    ...(campaign.confirmation
      ? [
          { card: 'asked' as const, count: counts.asked, below: '' },
          { card: 'confirmed' as const, count: counts.confirmed + sent, below: '' },
        ]
      : []),
    { card: 'sent', count: sent, below: share(sent, counts.total, 'report.share.audience') },
    { card: 'delivered', count: delivered, below: share(delivered, sent, 'report.share.sent') },
    { card: 'read', count: read, below: share(read, delivered, 'report.share.delivered') },
    { card: 'answered', count: answered, below: share(answered, delivered, 'report.share.delivered') },
    {
      card: 'failed',
      count: counts.failed + counts.uncertain,
      below: counts.uncertain > 0 ? t('report.uncertain', { count: counts.uncertain }) : worstText,
    },
    {
      card: 'skipped',
      count: counts.skipped,
      below: t('report.skippedOf', { duplicates: counts.duplicates, optedOut: counts.optedOut }),
    },
    {
      card: 'left',
      count: counts.optedOutAfter,
      below: share(counts.optedOutAfter, sent, 'report.share.sent'),
    },
  ];
  return (
    <div className={styles.cards} role="group" aria-label={t('report.counters')}>
      {cards.map(({ card, count, below }) => (
        <button key={card} type="button" className={styles.card} data-card={card} onClick={() => onOpen(card)}>
          <span className={styles.head}>
            {t(`report.card.${card}`)}
            <ChevronRight16Regular aria-hidden="true" />
          </span>
          <span className={mergeClasses(styles.count, card === 'failed' && count > 0 && styles.bad)}>
            {format.number(count)}
          </span>
          <span className={styles.below}>{below || ' '}</span>
        </button>
      ))}
    </div>
  );
}
