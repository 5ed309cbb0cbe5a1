import { Exposed } from '@balcao/sdk/client';
import { useFormErrors } from '@balcao/sdk/ui';
import { contactPicker, type ChosenContact } from '@balcao/contacts/contract';

export interface ContactFieldProps {
  label: string;
  value: ChosenContact | null;
  onChange(contact: ChosenContact | null): void;
  required?: boolean;
}

/** The contact of a form, with the server's error. */
export function ContactField({ label, value, onChange, required = false }: ContactFieldProps) {
  const errors = useFormErrors();
  return (
    <Exposed
      of={contactPicker}
      props={{
        label,
        value,
        required,
        error: errors.of('contactId'),
        onChange: (contact) => {
          errors.changed('contactId');
          onChange(contact);
        },
      }}
    />
  );
}
