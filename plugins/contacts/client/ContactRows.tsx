import { Input } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import { digitsOf } from './contact-form.ts';

export interface ContactRowValues {
  name: string;
  number: string;
  email: string;
}

export interface ContactRowsProps {
  values: ContactRowValues;
  /** Faults found in the browser, as texts by field; faults found by the server show by themselves. */
  faults?: Partial<Record<keyof ContactRowValues, string>>;
  /** The number is masked: it is displayed and cannot be changed. */
  isHidden?: boolean;
  needsNumber: boolean;
  onChange(part: Partial<ContactRowValues>): void;
}

/** The fields for name, number and e-mail, shared by all forms of a contact. */
export function ContactRows({ values, faults = {}, isHidden = false, needsNumber, onChange }: ContactRowsProps) {
  const t = useT();
  return (
    <>
      <FormRow label={t('field.name')} name="name" error={faults.name} required>
        <Input
          value={values.name}
          autoFocus
          autoComplete="off"
          onChange={(_, { value }) => onChange({ name: value })}
        />
      </FormRow>
      <FormRow
        label={t('field.number')}
        name="number"
        error={faults.number}
        help={t(isHidden ? 'form.numberHidden' : 'form.numberHelp')}
        required={needsNumber}
      >
        <Input
          value={values.number}
          inputMode="tel"
          autoComplete="off"
          placeholder={t('form.numberPlaceholder')}
          readOnly={isHidden}
          appearance={isHidden ? 'filled-darker' : 'outline'}
          onChange={(_, { value }) => onChange({ number: digitsOf(value) })}
        />
      </FormRow>
      <FormRow label={t('field.email')} name="email" error={faults.email}>
        <Input
          type="email"
          value={values.email}
          autoComplete="off"
          onChange={(_, { value }) => onChange({ email: value })}
        />
      </FormRow>
    </>
  );
}
