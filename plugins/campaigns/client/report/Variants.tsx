import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Info16Regular, Star16Filled } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CampaignCounts, CampaignView } from '../../contract.ts';
import { bestVariant, percent } from '../campaign-state.ts';
import { useFormStyles } from '../form/form-styles.ts';
import { messageNames } from '../form/form-values.ts';

/** Below this number of deliveries a difference may be chance. */
const enough = 300;

const useStyles = makeStyles({
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  variant: { paddingBlock: '16px', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  head: { display: 'flex', gap: '8px', minWidth: 0, '& > strong': { whiteSpace: 'nowrap' } },
  text: {
    flexGrow: 1,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  best: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    whiteSpace: 'nowrap',
    color: ext.ok,
    fontWeight: tokens.fontWeightSemibold,
  },
  bars: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '24px',
    marginTop: '8px',
    '@media (max-width: 599px)': { gap: '12px' },
  },
  figures: { display: 'flex', justifyContent: 'space-between', gap: '4px', fontVariantNumeric: 'tabular-nums' },
  track: {
    height: '6px',
    marginTop: '4px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
  },
  fill: { height: '100%', borderRadius: tokens.borderRadiusCircular },
  delivered: { backgroundColor: tokens.colorBrandBackground },
  read: { backgroundColor: ext.info },
  answered: { backgroundColor: ext.ok },
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** The messages compared: delivered, read and answered of each. */
export function Variants({ campaign, counts }: { campaign: CampaignView; counts: CampaignCounts }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const form = useFormStyles();
  const best = bestVariant(counts.variants);
  return (
    <section className={form.card} aria-label={t('report.variants')}>
      <h2 className={styles.title}>{t('report.variants')}</h2>
      {counts.variants.map(({ index, sent, delivered, read, answered }) => {
        const name = messageNames[index - 1];
        const bars = [
          ['delivered', delivered, sent],
          ['read', read, delivered],
          ['answered', answered, delivered],
        ] as const;
        return (
          <div key={index} className={styles.variant}>
            <div className={styles.head}>
              <strong>{t('form.message', { index })}</strong>
              <span className={styles.text}>{name ? campaign[name] : ''}</span>
              {best === index && (
                <span className={styles.best}>
                  <Star16Filled aria-hidden="true" />
                  {t('report.best')}
                </span>
              )}
            </div>
            <div className={styles.bars}>
              {bars.map(([key, part, whole]) => (
                <div key={key}>
                  <div className={styles.figures}>
                    <span>{t(`report.bar.${key}`)}</span>
                    <span>
                      <strong>{format.number(part)}</strong>{' '}
                      <span
                        className={form.quiet}
                      >{`${format.number(Math.round(percent(part, whole) * 10) / 10)}%`}</span>
                    </span>
                  </div>
                  <div className={styles.track} aria-hidden="true">
                    <div
                      className={mergeClasses(styles.fill, styles[key])}
                      style={{ width: `${percent(part, whole)}%` }}
                    />
                  </div>
                </div>
              ))}
            </div>
          </div>
        );
      })}
      {counts.variants.length > 1 && counts.variants.some(({ delivered }) => delivered < enough) && (
        <div className={mergeClasses(styles.note, form.small)}>
          <Info16Regular aria-hidden="true" />
          {t('report.chance', { count: enough })}
        </div>
      )}
    </section>
  );
}
