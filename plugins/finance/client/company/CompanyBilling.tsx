import { useState } from 'react';
import { Button, Dropdown, Input, Option, makeStyles } from '@fluentui/react-components';
import { Add20Regular, CalendarAdd20Regular } from '@fluentui/react-icons';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { DateField, FormRow } from '@balcao/sdk/ui';
import type { BillingProps } from '../parts.ts';
import { centsOf, noonOf, recurrences } from '../plan.ts';
import { PlanDialog } from '../plans/PlanDialog.tsx';
import { usePlans } from '../plans/usePlans.ts';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  make: { alignSelf: 'flex-start' },
  due: { display: 'flex', gap: '8px', alignItems: 'center', flexWrap: 'wrap' },
  date: { flexGrow: 1, minWidth: '140px' },
  wide: { minWidth: 0, width: '100%' },
});

const texts = ['billingName', 'billingEmail', 'zip', 'street', 'district', 'city', 'state'] as const;

/** Plan, due date and billing address in the company form. */
export default function CompanyBilling({ company, values, setValue }: BillingProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const { data: plans = [], isSuccess: isLoaded, renew } = usePlans();
  const hasNone = isLoaded && plans.length === 0;
  const [isMaking, setMaking] = useState(false);
  const [busy, setBusy] = useState(false);
  const valueOf = (key: string): string => {
    const value = values[key] === undefined ? company?.[key] : values[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const plan = plans.find(({ id }) => String(id) === valueOf('planId'));
  const recurrence = valueOf('recurrence') || 'MENSAL';

  const extend = async (): Promise<void> => {
    if (!company) return;
    setBusy(true);
    try {
      const { dueDate } = await api.post<{ dueDate: string }>(`/subscription/${company.id}/extend`);
      setValue('dueDate', dueDate);
      toasts.success(t('company.extended', { date: format.date(noonOf(dueDate)) }));
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const line = (key: (typeof texts)[number]) => (
    <FormRow key={key} label={t(`company.${key}`)} name={key}>
      <Input autoComplete="off" value={valueOf(key)} onChange={(_, { value }) => setValue(key, value)} />
    </FormRow>
  );
  return (
    <>
      <div className={styles.pair}>
        <FormRow
          label={t('company.plan')}
          name="planId"
          {...(hasNone && { help: t('company.noPlans') })}
          // A company without a plan may stay without one.
          required={company === undefined || company['planId'] !== null}
        >
          <Dropdown
            className={styles.wide}
            disabled={hasNone}
            placeholder={t('company.choose')}
            value={plan ? `${plan.name} · ${format.money(centsOf(plan.value))}` : ''}
            selectedOptions={plan ? [String(plan.id)] : []}
            onOptionSelect={(_, { optionValue }) => optionValue && setValue('planId', Number(optionValue))}
          >
            {plans.map(({ id, name, value }) => (
              <Option key={id} value={String(id)} text={name}>
                {`${name} · ${format.money(centsOf(value))}`}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
        <FormRow label={t('company.recurrence')} name="recurrence">
          <Dropdown
            className={styles.wide}
            value={t(`recurrence.${recurrence}`)}
            selectedOptions={[recurrence]}
            onOptionSelect={(_, { optionValue }) => optionValue && setValue('recurrence', optionValue)}
          >
            {recurrences.map((one) => (
              <Option key={one} value={one}>
                {t(`recurrence.${one}`)}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
      </div>
      {hasNone && (
        <Button className={styles.make} icon={<Add20Regular />} onClick={() => setMaking(true)}>
          {t('plans.add')}
        </Button>
      )}
      <div className={styles.due}>
        <div className={styles.date}>
          <FormRow label={t('company.dueDate')} name="dueDate" help={t('company.dueDateHelp')}>
            <DateField value={valueOf('dueDate')} onChange={(value) => setValue('dueDate', value || null)} />
          </FormRow>
        </div>
        {company && (
          <Button icon={<CalendarAdd20Regular />} disabledFocusable={busy} onClick={() => !busy && void extend()}>
            {t('company.extend')}
          </Button>
        )}
      </div>
      <div className={styles.pair}>{texts.map(line)}</div>
      {isMaking && (
        <PlanDialog
          onSaved={async ({ id }) => {
            await renew();
            setValue('planId', id);
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
