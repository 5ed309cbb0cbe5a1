import { useState } from 'react';
import { Input, type InputProps } from '@fluentui/react-components';
import { Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

type PasswordInputProps = Omit<InputProps, 'onChange' | 'type' | 'contentAfter' | 'value'> & {
  value: string;
  onChange(value: string): void;
};

/** A password field with a button that shows the password. */
export function PasswordInput({ value, onChange, ...rest }: PasswordInputProps) {
  const t = useT('shell');
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...rest}
      type={shown ? 'text' : 'password'}
      value={value}
      onChange={(_, data) => onChange(data.value)}
      contentAfter={
        <IconButton
          size="small"
          type="button"
          icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
          label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
