import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { priceOf, type Plan } from '../plan.ts';
import type { Billing } from './useSubscription.ts';

const useStyles = makeStyles({
  title: {
    margin: '0 0 12px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { margin: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '8px 24px' },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, textAlign: 'right', overflowWrap: 'anywhere' },
  total: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    marginTop: '16px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.canvas,
    fontWeight: tokens.fontWeightSemibold,
  },
  amount: { fontSize: tokens.fontSizeBase500, fontVariantNumeric: 'tabular-nums' },
});

/** The summary before the payment. */
export function ReviewStep({ billing, plan, recurrence }: { billing: Billing; plan: Plan; recurrence: string }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const facts: [string, string][] = [
    [t('company.plan'), plan.name],
    [t('checkout.recurrence'), t(`recurrence.${recurrence}`)],
    [t('checkout.payer'), billing.firstName],
    [
      t('checkout.field.address2'),
      [billing.address2, billing.city, billing.state, billing.zipcode].filter(Boolean).join(', '),
    ],
  ];
  return (
    <section aria-labelledby="checkout-summary">
      <h3 id="checkout-summary" className={styles.title}>
        {t('checkout.summary')}
      </h3>
      <dl className={styles.list}>
        {facts.map(([term, value]) => (
          <div key={term} style={{ display: 'contents' }}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.value}>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.total}>
        <span>{t('checkout.total')}</span>
        <span className={styles.amount}>{format.money(priceOf(plan, recurrence))}</span>
      </div>
    </section>
  );
}
