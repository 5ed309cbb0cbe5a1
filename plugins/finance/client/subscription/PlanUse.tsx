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

const things = ['users', 'connections', 'queues'] as const;

/** Usage of the plan’s limits; without a plan there is no limit. */
export function PlanUse({ subscription: { plan, usage } }: { subscription: Subscription }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  return (
    <ul className={styles.list} aria-label={t('subscription.use')}>
      {things.map((thing) => {
        const most = plan?.[thing];
        const held = usage[thing];
        const text =
          most === undefined
            ? format.number(held)
            : t('subscription.used', { held: format.number(held), most: format.number(most) });
        return (
          <li key={thing}>
            <span className={styles.line}>
              <span className={styles.name}>{t(`plans.field.${thing}`)}</span>
              <span className={styles.count}>{text}</span>
            </span>
            {most !== undefined && (
              <ProgressBar
                aria-label={`${t(`plans.field.${thing}`)}: ${text}`}
                value={most === 0 ? 1 : Math.min(1, held / most)}
                color={held > most ? 'error' : held === most ? 'warning' : 'brand'}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
