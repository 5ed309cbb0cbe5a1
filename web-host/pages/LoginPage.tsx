import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, Field, Input, Spinner, mergeClasses } from '@fluentui/react-components';
import {
  ApiError,
  PartBoundary,
  errorText,
  hostSide,
  signIn,
  useT,
  useToasts,
  type PendingLogin,
} from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import { endedElsewhere } from '../runtime/ended-elsewhere.ts';
import { DemoOffer, LoginStep } from '../runtime/pages.ts';
import { PasswordInput } from '../shell/PasswordInput.tsx';
import { FormRefused, useSubmit } from '../shell/use-submit.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { Trouble } from './Trouble.tsx';
import { useFormStyles } from './form-styles.ts';
import { usePlatformInfo } from './platform-info.ts';
import { useTitle } from './use-title.ts';

/** Another page may pass on an e-mail address that was typed there. */
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
  const [trouble, setTrouble] = useState<string>();
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
  const fail = (error: unknown) => {
    const text = errorText(error, t);
    if (error instanceof ApiError && error.code === 'ERR_INVALID_CREDENTIALS') refuse({ password: text });
    else setTrouble(text);
  };
  // An error of the last attempt does not apply to what is being typed now.
  const typing = () => {
    setTrouble(undefined);
    refuse({});
  };
  const { busy, fault, refuse, submit } = useSubmit(async () => {
    setTrouble(undefined);
    const refused = refuse({
      email: email.trim() ? undefined : t('login.emailRequired'),
      password: password ? undefined : t('login.passwordRequired'),
    });
    if (refused) throw new FormRefused();
    await enter(email.trim(), password);
  }, fail);

  const roomOf = (field: string) => (fault(field).validationMessage ? styles.roomTaken : styles.room);

  if (pending)
    return (
      <PublicFrame>
        <hostSide.Awaiting fallback={<Spinner aria-label={t('ui.loading')} />}>
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
        </hostSide.Awaiting>
      </PublicFrame>
    );
  return (
    <PublicFrame>
      <h1 className={styles.title}>{t('login.title')}</h1>
      <p className={styles.subtitle}>{t('login.subtitle')}</p>
      <form className={mergeClasses(styles.form, styles.still)} noValidate onSubmit={submit}>
        {isElsewhere && <Bar tone="info">{t('login.elsewhere')}</Bar>}
        <Field className={roomOf('email')} label={t('login.email')} {...fault('email')}>
          <Input
            className={styles.input}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            placeholder={t('login.emailPlaceholder')}
            value={email}
            onChange={(_, data) => {
              typing();
              setEmail(data.value);
            }}
          />
        </Field>
        <div className={styles.withLink}>
          <Field className={roomOf('password')} label={t('login.password')} {...fault('password')}>
            <PasswordInput
              className={styles.input}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(value) => {
                typing();
                setPassword(value);
              }}
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
        <div className={styles.message}>
          <Trouble>{trouble}</Trouble>
        </div>
      </form>
      {info?.signup !== false && (
        <p className={styles.below}>
          {t('login.noAccount')}{' '}
          <Link to="/signup" className={mergeClasses(styles.link, styles.strong)}>
            {t('login.trial')}
          </Link>
        </p>
      )}
      {info?.demo && info.demoLogin && (
        <PartBoundary failed={() => null}>
          <DemoOffer login={info.demoLogin} enter={enter} onFailure={fail} />
        </PartBoundary>
      )}
    </PublicFrame>
  );
}
