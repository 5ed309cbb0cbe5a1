import { Input, Switch, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { ApiError, api, Contributed, translate, usePoint, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow, ListField, useForm } from '@balcao/sdk/ui';
import type { CompanyRow } from '../contract.ts';
import { valuesOf } from './company-form.ts';
import { FirstModules, ModuleSwitches } from './ModuleSwitches.tsx';
import { formSections } from './parts.ts';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  section: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  heading: {
    margin: 0,
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '32px',
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** The field that belongs to an error which the server reports only on storing. */
const fieldsOfCodes: Readonly<Record<string, string>> = {
  ERR_EMAIL_IN_USE: 'email',
  ERR_COMPANY_NAME_IN_USE: 'name',
};
const atItsField = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.fields) return error;
  const field = fieldsOfCodes[error.code];
  return field === undefined ? error : new ApiError(error.status, error.code, { [field]: error.code }, error.context);
};

export interface CompanyDialogProps {
  /** Absent for a new company. */
  company?: CompanyRow | undefined;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** The form of a company: the platform's data, with the sections of other plugins. */
export function CompanyDialog({ company, onSaved, onClose }: CompanyDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const sections = usePoint(formSections);
  const form = useForm({
    row: company,
    valuesOf,
    bodyOf: ({ password, ...values }, row): Record<string, unknown> => ({
      ...values,
      name: values.name.trim(),
      email: values.email.trim(),
      ...(!row && { password }),
    }),
  });
  const { values, change } = form;
  const line = (key: 'name' | 'email' | 'phone' | 'cpfCnpj' | 'origin', type: 'text' | 'email' = 'text') => (
    <Input type={type} autoComplete="off" value={values[key]} onChange={(_, { value }) => change({ [key]: value })} />
  );

  const submit = async (): Promise<void> => {
    try {
      await (company ? api.put(`/companies/${company.id}`, form.body()) : api.post('/companies', form.body()));
    } catch (error) {
      const failure = atItsField(error);
      // An error shown at its field needs no second message.
      if (!(failure instanceof ApiError && (failure.fields || failure.code === 'ERR_CHANGED_MEANWHILE')))
        toasts.error(t('form.failed'));
      throw failure;
    }
    await onSaved();
    toasts.success(t('form.saved'));
    onClose();
  };

  return (
    <FormDialog
      open
      title={t(company ? 'form.edit' : 'form.add')}
      submitLabel={t(company ? 'form.save' : 'form.create')}
      width={640}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('field.name')} name="name" required>
        <Input autoFocus autoComplete="off" value={values.name} onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <div className={styles.pair}>
        <FormRow label={t('field.email')} name="email" required>
          {line('email', 'email')}
        </FormRow>
        <FormRow label={t('field.phone')} name="phone">
          {line('phone')}
        </FormRow>
      </div>
      {!company && (
        <FormRow label={t('field.password')} name="password" help={t('help.password')} required>
          <Input
            type="password"
            autoComplete="new-password"
            value={values.password}
            onChange={(_, { value }) => change({ password: value })}
          />
        </FormRow>
      )}
      {sections.map((item) => (
        <section
          key={`${item.plugin}/${item.id}`}
          className={styles.section}
          aria-label={translate(item.plugin, item.label)}
        >
          <h3 className={styles.heading}>{translate(item.plugin, item.label)}</h3>
          <Contributed item={item}>
            <item.component
              company={company}
              values={form.added}
              setValue={(field, value) => form.add(field, value, company?.[field])}
            />
          </Contributed>
        </section>
      ))}
      <section className={styles.section} aria-label={t('form.data')}>
        <h3 className={styles.heading}>{t('form.data')}</h3>
        <div className={styles.pair}>
          <FormRow label={t('field.cpfCnpj')} name="cpfCnpj">
            {line('cpfCnpj')}
          </FormRow>
          <FormRow label={t('field.origin')} name="origin">
            {line('origin')}
          </FormRow>
        </div>
        <FormRow label={t('field.originContact')} name="originContact" help={t('help.originContact')}>
          <ListField
            value={values.originContact}
            entryLength={40}
            onChange={(originContact) => change({ originContact })}
          />
        </FormRow>
        <FormRow label={t('field.obs')} name="obs">
          <Textarea rows={3} resize="vertical" value={values.obs} onChange={(_, { value }) => change({ obs: value })} />
        </FormRow>
        <FormRow label={t('field.status')} name="status" help={t('help.status')}>
          <Switch
            checked={values.status}
            label={t(values.status ? 'list.active' : 'list.inactive')}
            onChange={(_, { checked }) => change({ status: checked })}
          />
        </FormRow>
      </section>
      {company ? (
        <ModuleSwitches company={company} onSwitched={onSaved} />
      ) : (
        <FirstModules values={form.added} setValue={form.add} />
      )}
    </FormDialog>
  );
}
