import { Radio, RadioGroup, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { EmptyState, Tag, ext } from '@balcao/sdk/ui';
import { centsOf } from '../plan.ts';
import type { Subscription } from './useSubscription.ts';

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '8px' },
  plan: { border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: tokens.borderRadiusLarge },
  chosen: { backgroundColor: ext.selected, border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  // The price stands at the end of the line; if there is not enough space, below.
  radio: { display: 'flex', width: '100%' },
  label: { flexGrow: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: '12px', paddingRight: '12px' },
  name: { flexGrow: 1, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  current: { marginLeft: '8px', fontWeight: tokens.fontWeightRegular },
  limits: {
    flexBasis: '100%',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  price: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
});

interface PlanStepProps {
  subscription: Subscription;
  planId: number | undefined;
  onChoose(planId: number): void;
}

/** The offered plans, with the limits and the monthly price of each. */
export function PlanStep({ subscription, planId, onChoose }: PlanStepProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { plans, plan: current } = subscription;
  if (plans.length === 0) return <EmptyState title={t('checkout.noPlans')} text={t('checkout.noPlansText')} />;
  return (
    <RadioGroup
      className={styles.group}
      aria-label={t('checkout.choosePlan')}
      value={String(planId ?? '')}
      onChange={(_, { value }) => onChoose(Number(value))}
    >
      {plans.map((plan) => (
        <div key={plan.id} className={mergeClasses(styles.plan, plan.id === planId && styles.chosen)}>
          <Radio
            className={styles.radio}
            value={String(plan.id)}
            label={{
              className: styles.label,
              children: (
                <>
                  <span className={styles.name}>
                    {plan.name}
                    {plan.id === current?.id && (
                      <span className={styles.current}>
                        <Tag chip name={t('checkout.current')} color={tokens.colorCompoundBrandBackground} />
                      </span>
                    )}
                  </span>
                  <span className={styles.price}>
                    {t('subscription.perMonth', { price: format.money(centsOf(plan.value)) })}
                  </span>
                  <span className={styles.limits}>
                    {[
                      t('subscription.users', { count: plan.users }),
                      t('subscription.connections', { count: plan.connections }),
                      t('subscription.queues', { count: plan.queues }),
                    ].join(' · ')}
                  </span>
                </>
              ),
            }}
          />
        </div>
      ))}
    </RadioGroup>
  );
}
