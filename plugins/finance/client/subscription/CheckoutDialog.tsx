import { useEffect, useRef, useState } from 'react';
import { Button, Dialog, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark16Filled } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, PartBoundary, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { Bar, DialogFrame, SkeletonRows, ext } from '@balcao/sdk/ui';
import { BillingStep } from './BillingStep.tsx';
import { PlanStep } from './PlanStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { billingFaults, stepOfFault, steps } from './checkout-form.ts';
import { PixPanel } from './lazy-parts.ts';
import type { Billing, Pix, Subscription } from './useSubscription.ts';

const useStyles = makeStyles({
  steps: { display: 'flex', gap: '8px', margin: '0 0 20px', padding: 0, listStyleType: 'none' },
  bar: { marginBottom: '16px' },
  step: {
    flexGrow: 1,
    flexBasis: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    paddingTop: '8px',
    borderTop: `3px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    minWidth: 0,
  },
  now: {
    borderTopColor: tokens.colorCompoundBrandBackground,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  done: { borderTopColor: tokens.colorCompoundBrandBackground },
  tick: { display: 'flex', color: ext.ok },
  push: { flexGrow: 1 },
});

export interface CheckoutDialogProps {
  subscription: Subscription;
  /** A plan chosen before; absent for the company’s own. */
  planId?: number;
  onClose(): void;
}

/** From plan to Pix code in three steps, beginning with the plan; known data of the company is filled in. */
export function CheckoutDialog({ subscription, planId: wanted, onClose }: CheckoutDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const body = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(1);
  const [billing, setBilling] = useState<Billing>({
    ...subscription.billing,
    country: subscription.billing.country || 'BR',
  });
  const offered = subscription.plans;
  const [planId, setPlanId] = useState(
    wanted ?? offered.find(({ id }) => id === subscription.plan?.id)?.id ?? offered[0]?.id,
  );
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [pix, setPix] = useState<Pix>();
  const plan = offered.find(({ id }) => id === planId);
  const isLast = step === steps.length - 1;
  const lacks = Object.keys(billingFaults(billing, subscription.needsTaxNumber)).length > 0;
  const isDone = (index: number): boolean => index < step && !(index === 0 && lacks);

  // A step is read from its beginning, unless it shows faults.
  useEffect(() => {
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? body.current)?.focus();
  }, [step, faults, pix]);

  const check = (): boolean => {
    const found = billingFaults(billing, subscription.needsTaxNumber);
    const wrong = Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t(key)]));
    setFaults(wrong);
    return Object.keys(wrong).length === 0;
  };
  const next = (): void => {
    if (step === 0 && !check()) return;
    setStep(step + 1);
  };
  const pay = async (): Promise<void> => {
    setFailure(undefined);
    if (!check()) return setStep(0);
    setBusy(true);
    try {
      const made = await api.post<Pix>('/subscription', { ...billing, plan: JSON.stringify(plan) });
      toasts.success(t('checkout.waiting'));
      setPix(made);
      void queries.invalidateQueries({ queryKey: ['finance'] });
    } catch (error) {
      if (error instanceof ApiError && error.fields) {
        setFaults(error.fields);
        setStep(stepOfFault(error.fields));
      }
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(_, data) => {
        if (!data.open && data.type !== 'backdropClick' && !busy) onClose();
      }}
    >
      <DialogFrame
        title={t(pix ? 'pix.title' : 'checkout.title')}
        width={560}
        onClose={onClose}
        footer={
          pix ? (
            <Button onClick={onClose}>{t('checkout.close')}</Button>
          ) : (
            <>
              {step > 0 && (
                <Button disabled={busy} onClick={() => setStep(step - 1)}>
                  {t('checkout.back')}
                </Button>
              )}
              <span className={styles.push} />
              <Button
                appearance="primary"
                disabled={plan === undefined}
                disabledFocusable={busy}
                {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
                onClick={() => (isLast ? !busy && void pay() : next())}
              >
                {t(isLast ? 'checkout.pay' : 'checkout.next')}
              </Button>
            </>
          )
        }
      >
        <div ref={body} tabIndex={-1} style={{ outline: 'none' }}>
          {pix ? (
            <PartBoundary fallback={<SkeletonRows rows={6} />}>
              <PixPanel pix={pix} />
            </PartBoundary>
          ) : (
            <>
              <ol className={styles.steps} aria-label={t('checkout.steps')}>
                {steps.map((name, index) => (
                  <li
                    key={name}
                    className={mergeClasses(styles.step, isDone(index) && styles.done, index === step && styles.now)}
                    {...(index === step ? { 'aria-current': 'step' as const } : {})}
                  >
                    {isDone(index) && (
                      <span className={styles.tick}>
                        <Checkmark16Filled aria-hidden="true" />
                      </span>
                    )}
                    {t(`checkout.step.${name}`)}
                  </li>
                ))}
              </ol>
              {failure !== undefined && (
                <Bar tone="bad" alert>
                  {errorText(failure)}
                </Bar>
              )}
              {step === 0 && (
                <BillingStep
                  billing={billing}
                  faults={faults}
                  asksTaxNumber={subscription.needsTaxNumber}
                  onChange={setBilling}
                />
              )}
              {step === 1 && <PlanStep subscription={subscription} planId={plan?.id} onChoose={setPlanId} />}
              {isLast && lacks && (
                <div className={styles.bar}>
                  <Bar
                    tone="warn"
                    action={
                      <Button size="small" onClick={() => !check() && setStep(0)}>
                        {t('checkout.complete')}
                      </Button>
                    }
                  >
                    {t('checkout.lacks')}
                  </Bar>
                </div>
              )}
              {isLast && plan && <ReviewStep billing={billing} plan={plan} recurrence={subscription.recurrence} />}
            </>
          )}
        </div>
      </DialogFrame>
    </Dialog>
  );
}
