import { useState } from 'react';
import { Button, Field, Input, Spinner } from '@fluentui/react-components';
import {
  api,
  Contributed,
  profilePicture,
  reloadSession,
  usePoint,
  useSession,
  useT,
  useToasts,
} from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import { usePicture } from './picture.ts';
import { useProfileStyles } from './profile-styles.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { useSubmit } from './use-submit.ts';

/** Name and e-mail. A new e-mail requires the current password. */
export function ProfileDetails() {
  const t = useT('shell');
  const styles = useProfileStyles();
  const toasts = useToasts();
  const { user, company } = useSession();
  const picture = usePicture();
  const changes = usePoint(profilePicture);
  const [name, setName] = useState(user.name);
  const [email, setEmail] = useState(user.email);
  const [currentPassword, setCurrentPassword] = useState('');
  const newEmail = email.trim() !== user.email;
  const { busy, fault, submit } = useSubmit(async () => {
    await api.put('/auth/me', {
      name: name.trim(),
      ...(newEmail ? { email: email.trim(), currentPassword } : {}),
    });
    await reloadSession();
    setCurrentPassword('');
    toasts.success(t('profile.saved'));
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.who}>
        <Avatar name={user.name} size={56} decorative {...(picture ? { picture } : {})} />
        <div className={styles.names}>
          <span className={styles.name}>{user.name}</span>
          <span className={styles.quiet}>
            {t(user.super ? 'account.super' : `account.${user.profile}`)} · {company.name}
          </span>
          {user['impersonating'] !== true &&
            changes.map((item) => (
              <span key={`${item.plugin}/${item.id}`} className={styles.change}>
                <Contributed item={item} inline>
                  <item.component />
                </Contributed>
              </span>
            ))}
        </div>
      </div>
      <Field label={t('profile.name')} required {...fault('name')}>
        <Input value={name} autoComplete="name" maxLength={50} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label={t('profile.email')} required {...fault('email')}>
        <Input type="email" value={email} autoComplete="email" onChange={(_, data) => setEmail(data.value)} />
      </Field>
      {newEmail && (
        <Field
          label={t('profile.currentPassword')}
          hint={t('profile.currentPasswordHelp')}
          required
          {...fault('currentPassword')}
        >
          <PasswordInput value={currentPassword} autoComplete="current-password" onChange={setCurrentPassword} />
        </Field>
      )}
      <Button
        type="submit"
        appearance="primary"
        className={styles.submit}
        disabledFocusable={busy}
        {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
      >
        {t('ui.save')}
      </Button>
    </form>
  );
}
