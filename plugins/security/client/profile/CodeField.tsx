import { Field, Input } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

interface CodeFieldProps {
  value: string;
  fault?: string | undefined;
  onChange(value: string): void;
}

/** A field for six digits of the app, or ten of a recovery code. */
export function CodeField({ value, fault, onChange }: CodeFieldProps) {
  const t = useT();
  return (
    <Field
      label={t('twoStep.code')}
      {...(fault ? { validationState: 'error' as const, validationMessage: fault } : {})}
      style={{ maxWidth: 240 }}
    >
      <Input
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        maxLength={20}
        value={value}
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
}
