import { useState } from 'react';
import { Button, Field, Input, Spinner } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormRefused, useSubmit } from '../shell/use-submit.ts';
import { Trouble } from './Trouble.tsx';
import { isEmail } from './email.ts';
import { useFormStyles } from './form-styles.ts';
import { useResetErrorText } from './reset-error-text.ts';

interface AskForCodeProps {
  email: string;
  onEmail(email: string): void;
  onSent(): void;
}

export function AskForCode({ email, onEmail, onSent }: AskForCodeProps) {
  const t = useT('shell');
  const styles = useFormStyles();
  const toasts = useToasts();
  const faultOf = useResetErrorText();
  const [trouble, setTrouble] = useState<string>();
  const { busy, fault, refuse, submit } = useSubmit(
    async () => {
      setTrouble(undefined);
      const address = email.trim();
      const wrong =
        address === '' ? t('forgot.emailRequired') : isEmail(address) ? undefined : t('forgot.invalidEmail');
      if (refuse({ email: wrong })) throw new FormRefused();
      await api.post(`/forgetpassword/${encodeURIComponent(address)}`);
      toasts.success(t('forgot.sent'));
      onSent();
    },
    (error) => setTrouble(faultOf(error)),
  );
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Trouble>{trouble}</Trouble>
      <Field label={t('forgot.email')} {...fault('email')}>
        <Input
          className={styles.input}
          type="email"
          autoComplete="username"
          autoFocus
          placeholder={t('login.emailPlaceholder')}
          value={email}
          onChange={(_, data) => onEmail(data.value)}
        />
      </Field>
      <Button
        type="submit"
        appearance="primary"
        className={styles.submit}
        disabledFocusable={busy}
        {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
      >
        {t('forgot.send')}
      </Button>
    </form>
  );
}
