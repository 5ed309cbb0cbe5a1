import { Input } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import { digitsOf } from './contact-form.ts';
import type { ContactFaults, ContactValues } from './contact-form.ts';

export interface ContactFieldsProps {
  values: ContactValues;
  faults: ContactFaults;
  /** The number is hidden from this person, or fixed: it is shown and not changed. */
  isNumberFixed?: boolean;
  onChange(values: ContactValues): void;
}

/** Name, number and e-mail of a contact. */
export function ContactFields({ values, faults, isNumberFixed, onChange }: ContactFieldsProps) {
  const t = useT();
  return (
    <>
      <FormRow label={t('contact.name')} name="name" error={faults.name} required>
        <Input value={values.name} maxLength={60} onChange={(_, { value }) => onChange({ ...values, name: value })} />
      </FormRow>
      <FormRow
        label={t('contact.number')}
        name="number"
        error={faults.number}
        help={t(isNumberFixed ? 'contact.numberFixed' : 'contact.numberHelp')}
        required={!isNumberFixed}
      >
        <Input
          value={values.number}
          inputMode="tel"
          readOnly={isNumberFixed ?? false}
          onChange={(_, { value }) => onChange({ ...values, number: digitsOf(value) })}
        />
      </FormRow>
      <FormRow label={t('contact.email')} name="email" error={faults.email}>
        <Input type="email" value={values.email} onChange={(_, { value }) => onChange({ ...values, email: value })} />
      </FormRow>
    </>
  );
}
