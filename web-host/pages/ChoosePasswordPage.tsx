import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button, Field, Input, Spinner } from '@fluentui/react-components';
import { ApiError, api, errorText, signIn, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState, ErrorState } from '@balcao/sdk/ui';
import { PasswordInput } from '../shell/PasswordInput.tsx';
import { FormRefused, useSubmit } from '../shell/use-submit.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { Trouble } from './Trouble.tsx';
import { useFormStyles } from './form-styles.ts';
import { isStrong } from './strong-password.ts';
import { useTitle } from './use-title.ts';

interface Invited {
  name: string;
  email: string;
  company: string;
  isInvited: boolean;
}

/** Other failures may pass; a link that was used, expired or was cut short stays useless. */
const isOver = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Sets a password by link: the one in an invitation, or one that an admin sends to a person who is locked out. */
export function ChoosePasswordPage() {
  const t = useT('shell');
  const navigate = useNavigate();
  const token = /^#token=([\w-]{1,200})$/.exec(useLocation().hash)?.[1] ?? '';
  const [found, setFound] = useState<Invited | { error: unknown }>();
  const [round, setRound] = useState(0);
  useTitle(t('choose.title'));

  useEffect(() => {
    let isGone = false;
    api.post<Invited>('/auth/password-link', { token }).then(
      (invited) => !isGone && setFound(invited),
      (error: unknown) => !isGone && setFound({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [token, round]);
  const again = (): void => {
    setFound(undefined);
    setRound((before) => before + 1);
  };

  if (!found)
    return (
      <PublicFrame>
        <Spinner label={t('ui.loading')} />
      </PublicFrame>
    );
  return (
    <PublicFrame>
      {!('error' in found) ? (
        <ChoosePassword token={token} invited={found} onOver={(error) => setFound({ error })} />
      ) : isOver(found.error) ? (
        <EmptyState
          level={1}
          title={t('choose.overTitle')}
          text={errorText(found.error, t)}
          action={
            <Button appearance="primary" onClick={() => void navigate('/login', { replace: true })}>
              {t('choose.signIn')}
            </Button>
          }
        />
      ) : (
        <ErrorState error={found.error} onRetry={again} />
      )}
    </PublicFrame>
  );
}

interface ChoosePasswordProps {
  token: string;
  invited: Invited;
  /** The link was used in the meantime, or has expired. */
  onOver(error: ApiError): void;
}

function ChoosePassword({ token, invited, onOver }: ChoosePasswordProps) {
  const t = useT('shell');
  const styles = useFormStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const { name, email, company, isInvited } = invited;

  const { busy, fault, refuse, submit } = useSubmit(
    async () => {
      setTrouble(undefined);
      const refused = refuse({
        password: password === '' ? t('forgot.required') : isStrong(password) ? undefined : t('forgot.weak'),
        again: again === '' ? t('forgot.required') : again === password ? undefined : t('forgot.mismatch'),
      });
      if (refused) throw new FormRefused();
      await api.put('/auth/password-link', { token, password });
      toasts.success(t('choose.done'));
      // A login that needs more than the password continues on the login page.
      const waiting = await signIn(email, password).catch(() => 'refused');
      if (waiting === undefined) void navigate('/', { replace: true });
      else void navigate('/login', { replace: true, state: { email } });
    },
    (error) => {
      if (error instanceof ApiError && error.status === 404) return onOver(error);
      setTrouble(errorText(error, t));
    },
  );

  return (
    <>
      <h1 className={styles.title}>{t(isInvited ? 'choose.welcome' : 'choose.title', { name })}</h1>
      <p className={styles.subtitle}>{t(isInvited ? 'choose.invited' : 'choose.subtitle', { company })}</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Trouble>{trouble}</Trouble>
        <Field label={t('forgot.email')}>
          <Input className={styles.input} type="email" name="email" autoComplete="username" value={email} readOnly />
        </Field>
        <Field label={t('choose.password')} hint={t('choose.help')} {...fault('password')}>
          <PasswordInput
            className={styles.input}
            autoFocus
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
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
          {t('choose.submit')}
        </Button>
      </form>
    </>
  );
}
