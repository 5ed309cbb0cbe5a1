import { useState } from 'react';
import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Bar, ErrorState, Page, SkeletonRows, ext } from '@balcao/sdk/ui';
import { centsOf, noonOf } from '../plan.ts';
import { CheckoutDialog } from './CheckoutDialog.tsx';
import { daysLeft } from './days-left.ts';
import { useSubscription, type Subscription } from './useSubscription.ts';

const useStyles = makeStyles({
  card: {
    maxWidth: '560px',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '20px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
  },
  plan: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    gap: '4px 16px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.canvas,
  },
  label: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  price: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
  actions: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
});

/** How long the company may go on, what it has, and the way to pay for it. */
export default function SubscriptionPage() {
  const t = useT();
  const { data, error, refetch } = useSubscription();
  return (
    <Page title={t('subscription.title')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} />}
      {data && <SubscriptionCard subscription={data} />}
    </Page>
  );
}

function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => Date.now());
  const { plan, trialExpiration, dueDate, daysOverdue, billingEmail, isReady } = subscription;
  const isTrial = trialExpiration !== null && Date.parse(trialExpiration) > now;
  const until = isTrial
    ? t('subscription.trial', { days: daysLeft(trialExpiration, now) })
    : dueDate === null
      ? '—'
      : t('subscription.until', { date: format.date(noonOf(dueDate)) });

  return (
    <>
      {daysOverdue > 1 && <Bar tone="bad">{t('overdue.text', { days: daysOverdue })}</Bar>}
      <div className={styles.card}>
        <Field label={t(isTrial ? 'subscription.trialLabel' : 'subscription.untilLabel')}>
          <Input readOnly value={until} />
        </Field>
        <Field label={t('subscription.email')}>
          <Input readOnly value={billingEmail} />
        </Field>
        <section className={styles.plan} aria-label={t('subscription.plan')}>
          <div>
            <span className={styles.label}>{t('subscription.plan')}</span>
            <h2 className={styles.name}>{plan?.name ?? t('subscription.noPlan')}</h2>
          </div>
          {plan && (
            <span className={styles.price}>
              {t('subscription.perMonth', { price: format.money(centsOf(plan.value)) })}
            </span>
          )}
        </section>
        {!isReady && <Bar tone="warn">{t('errors.ERR_PAYMENTS_NOT_SET_UP')}</Bar>}
        <div className={styles.actions}>
          <Button appearance="primary" onClick={() => setOpen(true)}>
            {t('subscription.subscribe')}
          </Button>
          <Button onClick={() => void navigate('/financeiro')}>{t('subscription.invoices')}</Button>
        </div>
      </div>
      {isOpen && <CheckoutDialog subscription={subscription} onClose={() => setOpen(false)} />}
    </>
  );
}
