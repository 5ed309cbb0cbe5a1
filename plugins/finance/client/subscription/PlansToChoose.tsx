import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Tag } from '@balcao/sdk/ui';
import { centsOf, type Plan } from '../plan.ts';
import type { Subscription } from './useSubscription.ts';

const useStyles = makeStyles({
  title: {
    margin: '0 0 12px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
    gap: '16px',
  },
  plan: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
  },
  current: { border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  price: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  limits: { margin: 0, padding: 0, listStyleType: 'none', color: tokens.colorNeutralForeground2, flexGrow: 1 },
});

interface PlansToChooseProps {
  subscription: Subscription;
  onChoose(plan: Plan): void;
}

/** The plans beside each other with their limits; choosing one opens the checkout with it. */
export function PlansToChoose({ subscription, onChoose }: PlansToChooseProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { plans, plan: current, isReady } = subscription;
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="plans-to-choose">
      <h2 id="plans-to-choose" className={styles.title}>
        {t('subscription.plans')}
      </h2>
      <ul className={styles.list}>
        {plans.map((plan) => (
          <li key={plan.id} className={mergeClasses(styles.plan, plan.id === current?.id && styles.current)}>
            <div className={styles.head}>
              <h3 className={styles.name}>{plan.name}</h3>
              {plan.id === current?.id && (
                <Tag chip name={t('checkout.current')} color={tokens.colorCompoundBrandBackground} />
              )}
            </div>
            <span className={styles.price}>
              {t('subscription.perMonth', { price: format.money(centsOf(plan.value)) })}
            </span>
            <ul className={styles.limits}>
              <li>{t('subscription.users', { count: plan.users })}</li>
              <li>{t('subscription.connections', { count: plan.connections })}</li>
              <li>{t('subscription.queues', { count: plan.queues })}</li>
            </ul>
            {plan.id !== current?.id && (
              <Button
                disabledFocusable={!isReady}
                aria-label={t('subscription.chooseNamed', { plan: plan.name })}
                onClick={() => isReady && onChoose(plan)}
              >
                {t('subscription.choose')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
