import { useState } from 'react';
import { Input, type InputProps } from '@fluentui/react-components';
import { Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

/** A field for a new password, hidden by default. */
export function PasswordField(props: InputProps) {
  const t = useT('shell');
  const [isShown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      contentAfter={
        <IconButton
          size="small"
          icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
          label={t(isShown ? 'ui.hide' : 'ui.show')}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
