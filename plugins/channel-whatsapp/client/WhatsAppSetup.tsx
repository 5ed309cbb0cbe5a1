import { useId, useState } from 'react';
import { Button, Field, Input, MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Steps, Spinner } from '@balcao/sdk/ui';

const steps = ['open', 'menu', 'scan'] as const;

const useStyles = makeStyles({
  side: { minWidth: 0, width: '100%', display: 'flex', flexDirection: 'column', gap: '16px', alignItems: 'flex-start' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  form: { width: '100%', display: 'flex', flexDirection: 'column', gap: '12px', alignItems: 'flex-start' },
  field: { width: '100%' },
  code: {
    margin: 0,
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    letterSpacing: '0.12em',
  },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  risk: { width: '100%' },
});

/** The pairing steps on the phone: scan the code beside them, or type a code that is generated for its number. */
export default function WhatsAppSetup({ connection }: { connection: { id: number; qrcode: string } }) {
  const [byNumber, setByNumber] = useState(false);
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.side}>
      {byNumber ? (
        <ByNumber connectionId={connection.id} onBack={() => setByNumber(false)} />
      ) : (
        <>
          <Steps title={t('setup.title')} steps={steps.map((step) => t(`setup.step.${step}`))} />
          <Button disabled={connection.qrcode === ''} onClick={() => setByNumber(true)}>
            {t('setup.byNumber')}
          </Button>
        </>
      )}
      <MessageBar intent="warning" layout="multiline" className={styles.risk}>
        <MessageBarBody>{t('setup.risk')}</MessageBarBody>
      </MessageBar>
    </div>
  );
}

function ByNumber({ connectionId, onBack }: { connectionId: number; onBack(): void }) {
  const [number, setNumber] = useState('');
  const t = useT();
  const styles = useStyles();
  const label = useId();
  const errorText = useErrorText();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.post<{ code: string }>(`/whatsapp-connections/${connectionId}/pairing-code`, { number }),
  });
  const digits = number.replace(/\D/g, '');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <h3 className={styles.title}>{t('setup.byNumber')}</h3>
      {data ? (
        <>
          <p id={label} className={styles.hint}>
            {t('setup.code')}
          </p>
          <p className={styles.code} aria-labelledby={label}>
            {data.code.slice(0, 4)}-{data.code.slice(4)}
          </p>
          <p className={styles.hint}>{t('setup.codeHint')}</p>
        </>
      ) : (
        <>
          <Field
            className={styles.field}
            label={t('setup.number')}
            hint={t('setup.numberHint')}
            {...(error && { validationMessage: errorText(error) })}
          >
            <Input type="tel" inputMode="tel" value={number} onChange={(_, { value }) => setNumber(value)} autoFocus />
          </Field>
          <Button appearance="primary" type="submit" disabled={digits.length < 8 || isPending}>
            {isPending ? <Spinner size="extra-tiny" aria-label={t('setup.ask')} /> : t('setup.ask')}
          </Button>
        </>
      )}
      <Button appearance="subtle" onClick={onBack}>
        {t('setup.back')}
      </Button>
    </form>
  );
}
