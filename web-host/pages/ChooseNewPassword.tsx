import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Field, Input, Spinner } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { PasswordInput } from '../shell/PasswordInput.tsx';
import { FormRefused, useSubmit } from '../shell/use-submit.ts';
import { Trouble } from './Trouble.tsx';
import { isEmail } from './email.ts';
import { useFormStyles } from './form-styles.ts';
import { useResetErrorText } from './reset-error-text.ts';
import { isStrong } from './strong-password.ts';

export function ChooseNewPassword({ email, onEmail }: { email: string; onEmail(email: string): void }) {
  const t = useT('shell');
  const styles = useFormStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const faultOf = useResetErrorText();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const address = email.trim();

  const { busy, fault, refuse, submit } = useSubmit(
    async () => {
      setTrouble(undefined);
      const refused = refuse({
        email: address === '' ? t('forgot.emailRequired') : isEmail(address) ? undefined : t('forgot.invalidEmail'),
        code: code.trim() === '' ? t('forgot.required') : undefined,
        password: password === '' ? t('forgot.required') : isStrong(password) ? undefined : t('forgot.weak'),
        again: again === '' ? t('forgot.required') : again === password ? undefined : t('forgot.mismatch'),
      });
      if (refused) throw new FormRefused();
      await api.put(`/forgetpassword/${encodeURIComponent(address)}/${encodeURIComponent(code.trim())}`, { password });
      toasts.success(t('forgot.success'));
      void navigate('/login', { state: { email: address } });
    },
    (error) => setTrouble(faultOf(error)),
  );
  const resend = async () => {
    setTrouble(undefined);
    try {
      await api.post(`/forgetpassword/${encodeURIComponent(address)}`);
      toasts.info(t('forgot.resent'));
    } catch (error) {
      setTrouble(faultOf(error));
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Trouble>{trouble}</Trouble>
      <Field label={t('forgot.email')} {...fault('email')}>
        <Input
          className={styles.input}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(_, data) => onEmail(data.value)}
        />
      </Field>
      <Field label={t('forgot.code')} {...fault('code')}>
        <Input
          className={styles.input}
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(_, data) => setCode(data.value.toUpperCase())}
          contentAfter={
            <Button size="small" appearance="transparent" type="button" onClick={() => void resend()}>
              {t('forgot.resend')}
            </Button>
          }
        />
      </Field>
      <Field label={t('forgot.newPassword')} {...fault('password')}>
        <PasswordInput className={styles.input} autoComplete="new-password" value={password} onChange={setPassword} />
      </Field>
      <Field label={t('forgot.repeatPassword')} {...fault('again')}>
        <PasswordInput className={styles.input} autoComplete="new-password" value={again} onChange={setAgain} />
      </Field>
      <Button
        type="submit"
        appearance="primary"
        className={styles.submit}
        disabledFocusable={busy}
        {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
      >
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
