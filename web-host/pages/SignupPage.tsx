import { useCallback, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Button, Field, Input, Spinner, mergeClasses } from '@fluentui/react-components';
import { ApiError, api, errorText, textLength, useLanguage, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState, ErrorState } from '@balcao/sdk/ui';
import { PasswordInput } from '../shell/PasswordInput.tsx';
import { FormRefused, useSubmit } from '../shell/use-submit.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { SignupChoice, type Choice } from './SignupChoice.tsx';
import { Trouble } from './Trouble.tsx';
import { isEmail } from './email.ts';
import { useFormStyles } from './form-styles.ts';
import { usePlatformInfo } from './platform-info.ts';
import { useTitle } from './use-title.ts';

export function SignupPage() {
  const t = useT('shell');
  const navigate = useNavigate();
  const info = usePlatformInfo();
  const token = /^#confirm=([\w-]{1,200})$/.exec(useLocation().hash)?.[1];
  useTitle(t('signup.title'));
  if (token !== undefined)
    return (
      <PublicFrame>
        <SignupConfirmation token={token} />
      </PublicFrame>
    );
  return (
    <PublicFrame>
      {info?.signup === false ? (
        <EmptyState
          level={1}
          title={t('signup.closedTitle')}
          text={t('signup.closedText')}
          action={
            <Button appearance="primary" onClick={() => void navigate('/login')}>
              {t('signup.signIn')}
            </Button>
          }
        />
      ) : (
        <SignupForm />
      )}
    </PublicFrame>
  );
}

/** The target of the link in the confirmation e-mail. */
function SignupConfirmation({ token }: { token: string }) {
  const t = useT('shell');
  const navigate = useNavigate();
  const started = useRef(false);
  const [outcome, setOutcome] = useState<{ email: string | null; active: boolean } | { error: unknown }>();
  const confirm = useCallback((): void => {
    setOutcome(undefined);
    api
      .post<{ email: string | null; active: boolean }>('/companies/cadastro/confirm', { token })
      .then(setOutcome, (error: unknown) => setOutcome({ error }));
  }, [token]);
  useEffect(() => {
    // A token is valid once, and React may run an effect twice.
    if (started.current) return;
    started.current = true;
    confirm();
  }, [confirm]);
  if (!outcome) return <Spinner label={t('signup.confirming')} />;
  const signIn = (state: object): void => void navigate('/login', { state: { ...state, from: { pathname: '/' } } });
  if ('error' in outcome) {
    const { error } = outcome;
    if (!(error instanceof ApiError && error.status === 404))
      return <ErrorState title={t('signup.notConfirmed')} error={error} onRetry={confirm} />;
    return (
      <EmptyState
        level={1}
        title={t('signup.notConfirmed')}
        text={t('signup.linkOver')}
        // The answer to the first attempt may have been lost.
        secondary={<Button onClick={() => signIn({})}>{t('signup.signIn')}</Button>}
        action={
          <Button appearance="primary" onClick={() => void navigate('/signup', { replace: true })}>
            {t('signup.title')}
          </Button>
        }
      />
    );
  }
  const { email, active } = outcome;
  return (
    <EmptyState
      level={1}
      title={t('signup.confirmed')}
      text={t(active ? 'signup.confirmedText' : 'signup.waitsText')}
      action={
        active && (
          <Button appearance="primary" onClick={() => signIn({ email: email ?? '' })}>
            {t('signup.signIn')}
          </Button>
        )
      }
    />
  );
}

function SignupForm() {
  const t = useT('shell');
  const styles = useFormStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const language = useLanguage();
  const [params] = useSearchParams();
  const [companyName, setCompanyName] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  // Sign-up works even when the options could not be loaded.
  const { data: offered } = useQuery({
    queryKey: ['signup', 'choices', language],
    queryFn: () => api.get<{ choices: Choice[] }>('/companies/cadastro'),
    retry: 1,
  });
  const choices = offered?.choices ?? [];
  const valueOf = ({ field, options }: Choice): string | undefined => chosen[field] ?? options[0]?.value;

  const lengthFault = (text: string, min: number, max: number): string | undefined => {
    if (text === '') return t('signup.required');
    if (textLength(text) < min) return t('signup.tooShort');
    return textLength(text, max) > max ? t('signup.tooLong') : undefined;
  };
  const emailFault = (text: string): string | undefined => {
    if (text === '') return t('signup.required');
    return isEmail(text) ? undefined : t('signup.invalidEmail');
  };

  const { busy, fault, refuse, submit } = useSubmit(
    async () => {
      setTrouble(undefined);
      const refused = refuse({
        companyName: lengthFault(companyName.trim(), 2, 50),
        name: lengthFault(name.trim(), 2, 50),
        email: emailFault(email.trim()),
        password: password.trim() === '' ? t('signup.required') : lengthFault(password, 8, 50),
      });
      if (refused) throw new FormRefused();
      const companyId = Number(params.get('companyId'));
      const { confirm } = await api.post<{ confirm: boolean }>('/companies/cadastro', {
        name: name.trim(),
        email: email.trim(),
        password,
        companyName: companyName.trim(),
        ...Object.fromEntries(choices.map((choice) => [choice.field, valueOf(choice)])),
        ...(Number.isInteger(companyId) && companyId > 0 ? { companyId } : {}),
      });
      if (confirm) return setSentTo(email.trim());
      toasts.success(t('signup.success'));
      // The root shows the list of first steps, which the landing page does not have.
      void navigate('/login', { state: { email: email.trim(), from: { pathname: '/' } } });
    },
    (error) => {
      const known = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status === 409);
      setTrouble(known ? errorText(error, t) : t('signup.failure'));
    },
  );

  if (sentTo !== undefined)
    return <EmptyState level={1} title={t('signup.checkMail')} text={t('signup.checkMailText', { email: sentTo })} />;
  return (
    <>
      <h1 className={styles.title}>{t('signup.title')}</h1>
      <p className={styles.subtitle}>{t('signup.subtitle')}</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Trouble>{trouble}</Trouble>
        <Field label={t('signup.companyName')} {...fault('companyName')}>
          <Input
            className={styles.input}
            autoFocus
            autoComplete="organization"
            value={companyName}
            onChange={(_, data) => setCompanyName(data.value)}
          />
        </Field>
        <Field label={t('signup.name')} {...fault('name')}>
          <Input
            className={styles.input}
            autoComplete="name"
            value={name}
            onChange={(_, data) => setName(data.value)}
          />
        </Field>
        <Field label={t('signup.email')} {...fault('email')}>
          <Input
            className={styles.input}
            type="email"
            autoComplete="email"
            placeholder={t('login.emailPlaceholder')}
            value={email}
            onChange={(_, data) => setEmail(data.value)}
          />
        </Field>
        <Field label={t('signup.password')} hint={t('signup.passwordHelp')} {...fault('password')}>
          <PasswordInput className={styles.input} autoComplete="new-password" value={password} onChange={setPassword} />
        </Field>
        {choices.map((choice) => (
          <SignupChoice
            key={choice.field}
            choice={choice}
            value={valueOf(choice)}
            fault={fault(choice.field)}
            onChoose={(value) => setChosen((all) => ({ ...all, [choice.field]: value }))}
          />
        ))}
        <Button
          type="submit"
          appearance="primary"
          className={styles.submit}
          disabledFocusable={busy}
          {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        >
          {t('signup.submit')}
        </Button>
      </form>
      <p className={styles.below}>
        {t('signup.haveAccount')}{' '}
        <Link to="/login" className={mergeClasses(styles.link, styles.strong)}>
          {t('signup.signIn')}
        </Link>
      </p>
    </>
  );
}
