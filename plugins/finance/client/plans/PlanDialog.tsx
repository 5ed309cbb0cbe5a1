import { useState } from 'react';
import { Input, Switch, makeStyles } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Plan } from '../plan.ts';
import { masked, sent, shownValue } from './money-mask.ts';

const useStyles = makeStyles({
  three: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '16px',
    // Fluent's inputs ask for more than a third.
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Input__input': { minWidth: 0, width: '100%' },
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

interface PlanDialogProps {
  plan?: Plan | undefined;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** What a plan is called, allows and costs. */
export function PlanDialog({ plan, onSaved, onClose }: PlanDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const [values, setValues] = useState({
    name: plan?.name ?? '',
    users: String(plan?.users ?? 1),
    connections: String(plan?.connections ?? 1),
    queues: String(plan?.queues ?? 1),
    value: shownValue(plan?.value ?? 0),
  });
  const [hidden, setHidden] = useState(plan?.hidden ?? false);
  const number = (key: 'users' | 'connections' | 'queues') => (
    <FormRow
      label={t(`plans.field.${key}`)}
      name={key}
      {...(key !== 'users' && { help: t('plans.zeroHelp') })}
      required
    >
      <Input
        inputMode="numeric"
        value={values[key]}
        onChange={(_, { value }) => setValues({ ...values, [key]: value.slice(0, 7) })}
      />
    </FormRow>
  );
  const submit = async (): Promise<void> => {
    const body = { id: plan?.id, ...values, value: sent(values.value), hidden };
    try {
      await (plan ? api.put(`/plans/${plan.id}`, body) : api.post('/plans', body));
    } catch (error) {
      toasts.error(t('plans.saveFailed'));
      throw error;
    }
    await onSaved();
    toasts.success(t('plans.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      title={t(plan ? 'plans.edit' : 'plans.add')}
      submitLabel={t(plan ? 'plans.save' : 'plans.create')}
      width={480}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('plans.field.name')} name="name" required>
        <Input
          autoFocus
          autoComplete="off"
          value={values.name}
          onChange={(_, { value }) => setValues({ ...values, name: value })}
        />
      </FormRow>
      <div className={styles.three}>
        {number('users')}
        {number('connections')}
        {number('queues')}
      </div>
      <FormRow label={t('plans.field.value')} name="value" help={t('plans.valueHelp')} required>
        <Input
          contentBefore="R$"
          inputMode="numeric"
          value={values.value}
          onChange={(_, { value }) => setValues({ ...values, value: masked(value) })}
        />
      </FormRow>
      <FormRow label={t('plans.field.hidden')} name="hidden" help={t('plans.hiddenHelp')}>
        <Switch checked={hidden} onChange={(_, { checked }) => setHidden(checked)} />
      </FormRow>
    </FormDialog>
  );
}
