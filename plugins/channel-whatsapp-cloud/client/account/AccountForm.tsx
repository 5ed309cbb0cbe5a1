import { Button, Field, Input, makeStyles, Spinner } from '@fluentui/react-components';
import { ApiError, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { AccountForm as Values, AccountView } from '../../contract.ts';
import { SecretField } from './SecretField.tsx';
import { accountKey, pathOf } from './useAccount.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '16px' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '16px',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  version: { maxWidth: '140px' },
  foot: { display: 'flex', alignItems: 'center', gap: '12px' },
});

const secrets = ['token', 'appSecret', 'verifyToken'] as const;
type Secret = (typeof secrets)[number];

/** Generates an unguessable verify token. */
const newWord = (): string =>
  [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(36).padStart(2, '0').slice(-1)).join('');

/** The form of the account’s data. Secrets are write-only: an empty field changes nothing. */
export function AccountForm({ account }: { account: AccountView }): ReactElement {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { phoneNumberId, wabaId, graphVersion, connectionId, has } = account;
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const values = { phoneNumberId, wabaId, graphVersion, ...typed };
  const change = (part: Partial<Values>): void => setTyped((before) => ({ ...before, ...part }));

  const fields = failure instanceof ApiError ? (failure.fields ?? {}) : {};
  const wrong = (field: keyof Values): object => {
    const fault = fields[field];
    if (fault === undefined) return {};
    return { validationState: 'error', validationMessage: errorText(new ApiError(400, fault)) };
  };

  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const filled = Object.fromEntries(
      Object.entries(typed).filter(([field, value]) => value !== '' || !secrets.includes(field as Secret)),
    );
    try {
      queries.setQueryData(accountKey(connectionId), await api.put<AccountView>(pathOf(connectionId), filled));
      setTyped({});
      toasts.success(t('form.saved'));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  const secret = (field: Secret, more: { generate?: () => string } = {}): ReactElement => (
    <SecretField
      label={t(`field.${field}`)}
      hint={t(`help.${field}`)}
      isKept={has[field]}
      value={typed[field] ?? ''}
      onChange={(value) => change({ [field]: value })}
      {...wrong(field)}
      {...more}
    />
  );

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={styles.pair}>
        <Field label={t('field.phoneNumberId')} hint={t('help.phoneNumberId')} {...wrong('phoneNumberId')}>
          <Input
            value={values.phoneNumberId}
            inputMode="numeric"
            autoComplete="off"
            onChange={(_, { value }) => change({ phoneNumberId: value })}
          />
        </Field>
        <Field label={t('field.wabaId')} hint={t('help.wabaId')} {...wrong('wabaId')}>
          <Input
            value={values.wabaId}
            inputMode="numeric"
            autoComplete="off"
            onChange={(_, { value }) => change({ wabaId: value })}
          />
        </Field>
      </div>
      {secret('token')}
      {secret('appSecret')}
      {secret('verifyToken', { generate: newWord })}
      <Field label={t('field.graphVersion')} hint={t('help.graphVersion')} {...wrong('graphVersion')}>
        <Input
          className={styles.version}
          value={values.graphVersion}
          autoComplete="off"
          onChange={(_, { value }) => change({ graphVersion: value })}
        />
      </Field>
      {failure !== undefined && (
        <Bar tone="bad" alert>
          {Object.keys(fields).length > 0 ? t('form.notSaved') : errorText(failure)}
        </Bar>
      )}
      <div className={styles.foot}>
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={isBusy}
          {...(isBusy && { icon: <Spinner size="extra-tiny" aria-hidden="true" /> })}
        >
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}
