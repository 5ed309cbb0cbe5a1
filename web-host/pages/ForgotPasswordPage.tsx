import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { AskForCode } from './AskForCode.tsx';
import { ChooseNewPassword } from './ChooseNewPassword.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { useFormStyles } from './form-styles.ts';
import { useTitle } from './use-title.ts';

/** Resets a password in two steps: a code by e-mail, then the code and a new password. */
export function ForgotPasswordPage() {
  const t = useT('shell');
  const styles = useFormStyles();
  const location = useLocation();
  const handed: unknown = location.state;
  const [email, setEmail] = useState(() =>
    typeof handed === 'object' && handed !== null && 'email' in handed && typeof handed.email === 'string'
      ? handed.email
      : '',
  );
  const [sent, setSent] = useState(false);
  useTitle(t('forgot.title'));

  return (
    <PublicFrame>
      <h1 className={styles.title}>{t('forgot.title')}</h1>
      <p className={styles.subtitle}>{sent ? t('forgot.sentTo', { email: email.trim() }) : t('forgot.subtitle')}</p>
      {sent ? (
        <ChooseNewPassword email={email} onEmail={setEmail} />
      ) : (
        <AskForCode email={email} onEmail={setEmail} onSent={() => setSent(true)} />
      )}
      <p className={styles.below}>
        <Link to="/login" className={styles.link}>
          {t('forgot.back')}
        </Link>
      </p>
    </PublicFrame>
  );
}
