import { useEffect, useRef, useState } from 'react';
import { Button, Field, Input, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ApiError, answerLogin, errorText, useT, type PendingLogin } from '@balcao/sdk/client';
import { PasswordInput } from '../shell/PasswordInput.tsx';
import { FormRefused, useSubmit } from '../shell/use-submit.ts';
import { Trouble } from './Trouble.tsx';
import { useFormStyles } from './form-styles.ts';

const useStyles = makeStyles({
  // Cameras read the code: dark on white in both themes.
  picture: {
    alignSelf: 'center',
    width: '176px',
    height: '176px',
    padding: '8px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: '#ffffff',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  lines: { display: 'flex', flexDirection: 'column', gap: '8px' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '32px' },
  label: { color: tokens.colorNeutralForeground3 },
  values: {
    margin: 0,
    padding: '12px 16px',
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
    gap: '6px 16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase300,
    textAlign: 'center',
  },
  one: { gridTemplateColumns: '1fr', overflowWrap: 'anywhere' },
  code: { fontSize: tokens.fontSizeBase500, fontVariantNumeric: 'tabular-nums', letterSpacing: '0.15em' },
  back: { alignSelf: 'center', color: tokens.colorBrandForeground1 },
});

interface LoginStepProps {
  pending: PendingLogin;
  /** Undefined: the person is signed in now. */
  onNext(next: PendingLogin | undefined): void;
  /** Returns to the password, with the server's reason when there is one. */
  onBack(error?: unknown): void;
}

/** A step that a plugin adds after the password. The plugin provides data only; the page is the host's own. */
export function LoginStep({ pending, onNext, onBack }: LoginStepProps) {
  const t = useT('shell');
  const form = useFormStyles();
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text, picture, lines, input, submit: verb } = pending.challenge;
  const [value, setValue] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const [copied, setCopied] = useState(false);

  const isPassword = input?.kind === 'password';

  // Without a field to focus, screen readers would not announce the new question.
  useEffect(() => {
    if (!input) heading.current?.focus();
  }, [input]);

  const { busy, fault, refuse, submit } = useSubmit(
    async () => {
      setTrouble(undefined);
      if (refuse({ value: input && value.trim() === '' ? t('login.step.required') : undefined }))
        throw new FormRefused();
      onNext(await answerLogin(pending.pass, isPassword ? value : value.trim()));
    },
    (error) => {
      if (error instanceof ApiError && error.status === 401) return onBack(error);
      setValue('');
      const left = error instanceof ApiError ? error.context?.['triesLeft'] : undefined;
      const tries = typeof left === 'number' && left > 0 ? ` ${t('login.step.triesLeft', { count: left })}` : '';
      setTrouble(`${errorText(error, t)}${tries}`);
    },
  );
  const copy = async () => {
    await navigator.clipboard.writeText(lines?.values.join('\n') ?? '').then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={form.title}>
        {title}
      </h1>
      <p className={form.subtitle}>{text}</p>
      <form className={form.form} noValidate onSubmit={submit}>
        <Trouble>{trouble}</Trouble>
        {picture && <img className={styles.picture} src={picture.src} alt={picture.alt} />}
        {lines && (
          <div className={styles.lines}>
            <div className={styles.head}>
              <span className={styles.label}>{lines.label}</span>
              <Button size="small" appearance="subtle" type="button" onClick={() => void copy()}>
                {t(copied ? 'login.step.copied' : 'login.step.copy')}
              </Button>
            </div>
            <ul
              className={mergeClasses(styles.values, lines.values.length === 1 && styles.one)}
              aria-label={lines.label}
            >
              {lines.values.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        {input && (
          <Field label={input.label} {...(input.hint ? { hint: input.hint } : {})} {...fault('value')}>
            {isPassword ? (
              <PasswordInput
                className={form.input}
                name="password"
                autoFocus
                autoComplete="new-password"
                maxLength={50}
                value={value}
                onChange={setValue}
              />
            ) : (
              <Input
                className={form.input}
                input={{ className: styles.code }}
                name="code"
                autoFocus
                autoComplete="one-time-code"
                inputMode={input.kind === 'digits' ? 'numeric' : 'text'}
                spellCheck={false}
                maxLength={40}
                value={value}
                onChange={(_, data) => setValue(data.value)}
              />
            )}
          </Field>
        )}
        <Button
          type="submit"
          appearance="primary"
          className={form.submit}
          disabledFocusable={busy}
          {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        >
          {verb}
        </Button>
        <Button appearance="transparent" type="button" className={styles.back} onClick={() => onBack()}>
          {t('login.step.back')}
        </Button>
      </form>
    </>
  );
}
