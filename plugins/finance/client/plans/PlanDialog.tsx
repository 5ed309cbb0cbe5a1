import { Input, Switch, makeStyles } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import {
  AmountField,
  FormDialog,
  FormRow,
  NumberField,
  amountText,
  readAmount,
  readNumber,
  useForm,
} from '@balcao/sdk/ui';
import { centsOf, type Plan } from '../plan.ts';

const useStyles = makeStyles({
  three: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '16px',
    // Fluent’s inputs are wider than a third by default.
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Input__input': { minWidth: 0, width: '100%' },
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

interface PlanDialogProps {
  plan?: Plan | undefined;
  onSaved(saved: Plan): Promise<void>;
  onClose(): void;
}

const valuesOf = (plan: Plan | undefined) => ({
  name: plan?.name ?? '',
  users: String(plan?.users ?? 1),
  connections: String(plan?.connections ?? 1),
  queues: String(plan?.queues ?? 1),
  value: amountText(centsOf(plan?.value ?? 0)),
  hidden: plan?.hidden ?? false,
});

/** A value that is no number is sent as it was typed: the server reports it at its field. */
const bodyOf = ({ name, users, connections, queues, value, hidden }: ReturnType<typeof valuesOf>) => {
  const hundredths = readAmount(value);
  return {
    name: name.trim(),
    users: readNumber(users) ?? users,
    connections: readNumber(connections) ?? connections,
    queues: readNumber(queues) ?? queues,
    value: hundredths === undefined ? value : hundredths / 100,
    hidden,
  };
};

/** The form of a plan: name, limits and price. */
export function PlanDialog({ plan, onSaved, onClose }: PlanDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const form = useForm({ row: plan, valuesOf, bodyOf });
  const { values, change } = form;
  const number = (key: 'users' | 'connections' | 'queues') => (
    <FormRow
      label={t(`plans.field.${key}`)}
      name={key}
      {...(key !== 'users' && { help: t('plans.zeroHelp') })}
      required
    >
      <NumberField
        min={key === 'users' ? 1 : 0}
        max={1_000_000}
        value={values[key]}
        onChange={(typed) => change({ [key]: typed })}
      />
    </FormRow>
  );
  const submit = async (): Promise<void> => {
    const saved = await (plan
      ? api.put<Plan>(`/plans/${plan.id}`, form.body())
      : api.post<Plan>('/plans', form.body()));
    await onSaved(saved);
    toasts.success(t('plans.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      title={t(plan ? 'plans.edit' : 'plans.add')}
      submitLabel={t(plan ? 'plans.save' : 'plans.create')}
      width={480}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('plans.field.name')} name="name" required>
        <Input autoFocus autoComplete="off" value={values.name} onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <div className={styles.three}>
        {number('users')}
        {number('connections')}
        {number('queues')}
      </div>
      <FormRow label={t('plans.field.value')} name="value" help={t('plans.valueHelp')} required>
        <AmountField value={values.value} onChange={(value) => change({ value })} />
      </FormRow>
      <FormRow label={t('plans.field.hidden')} name="hidden" help={t('plans.hiddenHelp')}>
        <Switch checked={values.hidden} onChange={(_, { checked }) => change({ hidden: checked })} />
      </FormRow>
    </FormDialog>
  );
}
