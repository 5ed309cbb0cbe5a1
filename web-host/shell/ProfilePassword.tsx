import { useState } from 'react';
import { Button, Field, Spinner } from '@fluentui/react-components';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { PasswordInput } from './PasswordInput.tsx';
import { useProfileStyles } from './profile-styles.ts';
import { FormRefused, useSubmit } from './use-submit.ts';

/** A new password, confirmed with the current one. */
export function ProfilePassword() {
  const t = useT('shell');
  const styles = useProfileStyles();
  const toasts = useToasts();
  const { user } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const { busy, fault, refuse, submit } = useSubmit(async () => {
    const refused = refuse({
      currentPassword: currentPassword ? undefined : t('ui.required'),
      password: password.length >= 8 && password.length <= 50 ? undefined : t('profile.passwordHelp'),
      again: again === password ? undefined : t('forgot.mismatch'),
    });
    if (refused) throw new FormRefused();
    await api.put('/auth/me', { password, currentPassword });
    setCurrent('');
    setPassword('');
    setAgain('');
    toasts.success(t('profile.passwordChanged'));
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {/* Lets password managers know whose password this is. */}
      <input type="hidden" autoComplete="username" value={user.email} readOnly />
      <Field label={t('profile.currentPassword')} required {...fault('currentPassword')}>
        <PasswordInput value={currentPassword} autoComplete="current-password" onChange={setCurrent} />
      </Field>
      <Field label={t('profile.newPassword')} hint={t('profile.passwordHelp')} required {...fault('password')}>
        <PasswordInput value={password} autoComplete="new-password" maxLength={50} onChange={setPassword} />
      </Field>
      <Field label={t('profile.repeatPassword')} required {...fault('again')}>
        <PasswordInput value={again} autoComplete="new-password" maxLength={50} onChange={setAgain} />
      </Field>
      <Button
        type="submit"
        appearance="primary"
        className={styles.submit}
        disabledFocusable={busy}
        {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
      >
        {t('profile.changePassword')}
      </Button>
    </form>
  );
}
