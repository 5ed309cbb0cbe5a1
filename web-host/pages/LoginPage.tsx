import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, Field, Input, Spinner, mergeClasses } from '@fluentui/react-components';
import { ApiError, errorText, signIn, useT, useToasts, type PendingLogin } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import { endedElsewhere } from '../runtime/ended-elsewhere.ts';
import { LoginStep } from '../runtime/pages.ts';
import { PasswordInput } from '../shell/PasswordInput.tsx';
import { FormRefused, useSubmit } from '../shell/use-submit.ts';
import { DemoOffer } from './DemoOffer.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { Trouble } from './Trouble.tsx';
import { useFormStyles } from './form-styles.ts';
import { usePlatformInfo } from './platform-info.ts';
import { useTitle } from './use-title.ts';

/** Another page may hand over the address that was typed there. */
const handedEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';

export function LoginPage() {
  const t = useT('shell');
  const styles = useFormStyles();
  const toasts = useToasts();
  const location = useLocation();
  const info = usePlatformInfo();
  const [email, setEmail] = useState(() => handedEmail(location.state));
  const [password, setPassword] = useState('');
  const [trouble, setTrouble] = useState<{ text: string; credentials: boolean }>();
  const [isElsewhere] = useState(endedElsewhere.isNoted);
  const [pending, setPending] = useState<PendingLogin>();
  useTitle(pending?.challenge.title ?? t('login.title'));

  const enter = async (asEmail: string, asPassword: string) => {
    follow(await signIn(asEmail, asPassword));
  };
  const follow = (next: PendingLogin | undefined) => {
    setPending(next);
    if (!next) toasts.success(t('login.success'));
  };
  const fail = (error: unknown) =>
    setTrouble({
      text: errorText(error, t),
      credentials: error instanceof ApiError && error.code === 'ERR_INVALID_CREDENTIALS',
    });
  const { busy, fault, refuse, submit } = useSubmit(async () => {
    setTrouble(undefined);
    const refused = refuse({
      email: email.trim() ? undefined : t('login.emailRequired'),
      password: password ? undefined : t('login.passwordRequired'),
    });
    if (refused) throw new FormRefused();
    await enter(email.trim(), password);
  }, fail);

  if (pending)
    return (
      <PublicFrame>
        <Suspense fallback={<Spinner aria-label={t('ui.loading')} />}>
          <LoginStep
            key={pending.pass}
            pending={pending}
            onNext={follow}
            onBack={(error) => {
              setPending(undefined);
              setPassword('');
              if (error) fail(error);
            }}
          />
        </Suspense>
      </PublicFrame>
    );
  return (
    <PublicFrame>
      <h1 className={styles.title}>{t('login.title')}</h1>
      <p className={styles.subtitle}>{t('login.subtitle')}</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        {isElsewhere && !trouble && <Bar tone="info">{t('login.elsewhere')}</Bar>}
        <Trouble>{trouble?.text}</Trouble>
        <Field label={t('login.email')} {...fault('email')}>
          <Input
            className={styles.input}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            placeholder={t('login.emailPlaceholder')}
            value={email}
            onChange={(_, data) => setEmail(data.value)}
          />
        </Field>
        <div className={styles.withLink}>
          <Field
            label={t('login.password')}
            {...(trouble?.credentials ? { validationState: 'error' as const } : {})}
            {...fault('password')}
          >
            <PasswordInput
              className={styles.input}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          </Field>
          <Link
            to="/forgetpsw"
            className={mergeClasses(styles.link, styles.cornerLink)}
            state={{ email: email.trim() }}
          >
            {t('login.forgot')}
          </Link>
        </div>
        <Button
          type="submit"
          appearance="primary"
          className={styles.submit}
          disabledFocusable={busy}
          {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        >
          {t('login.submit')}
        </Button>
      </form>
      {info?.signup !== false && (
        <p className={styles.below}>
          {t('login.noAccount')}{' '}
          <Link to="/signup" className={mergeClasses(styles.link, styles.strong)}>
            {t('login.trial')}
          </Link>
        </p>
      )}
      {info?.demo && info.demoLogin && <DemoOffer login={info.demoLogin} enter={enter} onFailure={fail} />}
    </PublicFrame>
  );
}
