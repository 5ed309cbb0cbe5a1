import { Button, Field, Input, makeStyles, type FieldProps } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { CopyField } from '@balcao/sdk/ui';
import { useState } from 'react';

const useStyles = makeStyles({
  line: { display: 'flex', gap: '8px' },
  input: { flexGrow: 1, minWidth: 0 },
});

export interface SecretFieldProps extends Pick<FieldProps, 'validationState' | 'validationMessage'> {
  label: string;
  hint: string;
  /** A secret is stored; it is not displayed again. */
  isKept: boolean;
  value: string;
  onChange(value: string): void;
  /** Generates a secret, which is displayed so that it can be copied. */
  generate?: () => string;
}

/** The field of a secret that is stored and never displayed again. */
export function SecretField({ label, hint, isKept, value, onChange, generate, ...fault }: SecretFieldProps) {
  const t = useT();
  const styles = useStyles();
  const [made, setMade] = useState('');
  const isShown = made !== '' && made === value;
  return (
    <Field label={label} hint={isShown ? t('form.copyFirst') : hint} {...fault}>
      {isShown ? (
        <CopyField label={label} value={value} />
      ) : (
        <div className={styles.line}>
          <Input
            className={styles.input}
            aria-label={label}
            type={generate ? 'text' : 'password'}
            value={value}
            autoComplete="new-password"
            spellCheck={false}
            placeholder={isKept ? t('form.kept') : ''}
            onChange={(_, data) => onChange(data.value)}
          />
          {generate && (
            <Button
              onClick={() => {
                const word = generate();
                setMade(word);
                onChange(word);
              }}
            >
              {t('form.generate')}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
