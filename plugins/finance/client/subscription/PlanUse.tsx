import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ProgressBar } from '@balcao/sdk/ui';
import type { Subscription } from './useSubscription.ts';

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
    gap: '16px 24px',
  },
  line: { display: 'flex', justifyContent: 'space-between', gap: '8px', marginBottom: '6px' },
  name: { color: tokens.colorNeutralForeground2 },
  count: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
});

const limits = ['users', 'connections', 'queues'] as const;

/** Usage of the plan’s limits; without a plan there is no limit. */
export function PlanUse({ subscription: { plan, usage } }: { subscription: Subscription }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  return (
    <ul className={styles.list} aria-label={t('subscription.use')}>
      {limits.map((limit) => {
        const max = plan?.[limit];
        const used = usage[limit];
        const text =
          max === undefined
            ? format.number(used)
            : t('subscription.used', { used: format.number(used), max: format.number(max) });
        return (
          <li key={limit}>
            <span className={styles.line}>
              <span className={styles.name}>{t(`plans.field.${limit}`)}</span>
              <span className={styles.count}>{text}</span>
            </span>
            {max !== undefined && (
              <ProgressBar
                aria-label={`${t(`plans.field.${limit}`)}: ${text}`}
                value={max === 0 ? 1 : Math.min(1, used / max)}
                color={used > max ? 'error' : used === max ? 'warning' : 'brand'}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
