import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Bar, ErrorState, Page, SkeletonRows } from '@balcao/sdk/ui';
import { centsOf, noonOf, type Plan } from '../plan.ts';
import { CheckoutDialog } from './CheckoutDialog.tsx';
import { daysLeft } from './days-left.ts';
import { PlanUse } from './PlanUse.tsx';
import { PlansToChoose } from './PlansToChoose.tsx';
import { useSubscription, type Subscription } from './useSubscription.ts';

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '960px' },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '20px',
    padding: '20px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
  },
  facts: {
    margin: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
    gap: '16px 24px',
  },
  term: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  value: { margin: 0, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  price: { display: 'block', fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
});

/** The end of the licence, the plan with its usage, and the link to pay. */
export default function SubscriptionPage() {
  const t = useT();
  const { data, error, refetch } = useSubscription();
  return (
    <Page title={t('subscription.title')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} />}
      {data && <SubscriptionView subscription={data} />}
    </Page>
  );
}

function SubscriptionView({ subscription }: { subscription: Subscription }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Plan | 'current'>();
  const { daysOverdue, isReady, pending } = subscription;
  return (
    <div className={styles.page}>
      {daysOverdue > 0 && (
        <Bar tone="bad">{t(pending ? 'overdue.text' : 'overdue.choosePlan', { count: daysOverdue })}</Bar>
      )}
      <Pending subscription={subscription} />
      <div className={styles.card}>
        <Facts subscription={subscription} />
        <PlanUse subscription={subscription} />
        {!isReady && <Bar tone="warn">{t('errors.ERR_PAYMENTS_NOT_SET_UP')}</Bar>}
        <div className={styles.actions}>
          <Button
            appearance={isReady ? 'primary' : 'secondary'}
            disabledFocusable={!isReady}
            onClick={() => isReady && setChosen('current')}
          >
            {t('subscription.subscribe')}
          </Button>
          <Button onClick={() => void navigate('/financeiro')}>{t('subscription.invoices')}</Button>
        </div>
      </div>
      <PlansToChoose subscription={subscription} onChoose={setChosen} />
      {chosen && (
        <CheckoutDialog
          subscription={subscription}
          {...(chosen !== 'current' && { planId: chosen.id })}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

/** A payment in progress: its code can be opened again. */
function Pending({ subscription: { pending } }: { subscription: Subscription }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  if (!pending) return null;
  const { invoiceId, plan, value, dueDate, hasCode } = pending;
  const values = { plan, value: format.money(centsOf(value)), date: format.date(noonOf(dueDate)) };
  return (
    <Bar
      tone="info"
      action={
        <Button size="small" onClick={() => void navigate(`/financeiro/${invoiceId}`)}>
          {t(hasCode ? 'subscription.seePix' : 'overdue.pay')}
        </Button>
      }
    >
      {t(hasCode ? 'subscription.waiting' : 'subscription.due', values)}
    </Bar>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const { licenceStatus, plan, trialExpiration, dueDate, billingEmail, recurrence } = subscription;
  const day = dueDate === null ? '' : format.date(noonOf(dueDate));
  const isTrial = licenceStatus === 'trial' && trialExpiration !== null;
  const until = isTrial
    ? t('subscription.trial', { count: daysLeft(trialExpiration, now) })
    : licenceStatus === 'free'
      ? t('subscription.unlimited')
      : t(licenceStatus === 'licensed' ? 'subscription.until' : 'subscription.ended', { date: day });
  return (
    <dl className={styles.facts}>
      <div>
        <dt className={styles.term}>{t(isTrial ? 'subscription.trialLabel' : 'subscription.untilLabel')}</dt>
        <dd className={styles.value}>{until}</dd>
      </div>
      <div>
        <dt className={styles.term}>{t('subscription.plan')}</dt>
        <dd className={styles.value}>
          {plan?.name ?? t('subscription.noPlan')}
          {plan && (
            <span className={styles.price}>
              {plan.value === 0
                ? t('signUp.free')
                : `${t('subscription.perMonth', { price: format.money(centsOf(plan.value)) })} · ${t(`recurrence.${recurrence}`)}`}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt className={styles.term}>{t('subscription.email')}</dt>
        <dd className={styles.value}>{billingEmail || '—'}</dd>
      </div>
    </dl>
  );
}
