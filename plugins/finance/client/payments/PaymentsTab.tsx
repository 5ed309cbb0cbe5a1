import { useState } from 'react';
import { Button, Dropdown, Input, Option, Spinner, Switch, Textarea, makeStyles } from '@fluentui/react-components';
import { ApiError, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { CopyField, ErrorState, FormConflicts, FormGroup, FormRow, SkeletonRows, useForm } from '@balcao/sdk/ui';
import { setupBody, setupRow, typedSecret, type SetupRow } from './setup-form.ts';
import { useSetup, type Provider, type Setup } from './usePayments.ts';
import { WaitingCharges } from './WaitingCharges.tsx';

const useStyles = makeStyles({
  wide: { minWidth: 0, width: '100%' },
  conflicts: { padding: '12px 16px 0' },
});

/** The payment provider’s settings, and the payments that a person must confirm. */
export default function PaymentsTab() {
  const { data, error, refetch, replace } = useSetup();
  const [saves, setSaves] = useState(0);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} />;
  return (
    <>
      {/* Saved values are the base of the next changes. */}
      <SetupForm
        key={saves}
        setup={data}
        isSaved={saves > 0}
        onSaved={(setup) => {
          replace(setup);
          setSaves(saves + 1);
        }}
      />
      <WaitingCharges />
    </>
  );
}

interface SetupFormProps {
  setup: Setup;
  /** True after a save from this page. */
  isSaved: boolean;
  onSaved(setup: Setup): void;
}

function SetupForm({ setup, isSaved, onSaved }: SetupFormProps) {
  const t = useT();
  const shell = useT('shell');
  const styles = useStyles();
  const toasts = useToasts();
  const errorText = useErrorText();
  const isSecret = (field: string): boolean =>
    setup.providers.some(({ id, fields }) => fields.some(({ key, secret }) => secret && `${id}.${key}` === field));
  const form = useForm<SetupRow, SetupRow>({
    row: setupRow(setup),
    valuesOf: (row) => ({ provider: '', ...row }),
    show: (field, value) =>
      field === 'provider'
        ? setup.providers.find(({ id }) => id === value)?.label
        : isSecret(field)
          ? t('setup.secret')
          : undefined,
  });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [registers, setRegisters] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const chosen = form.values.provider;
  const provider: Provider | undefined = setup.providers.find(({ id }) => id === chosen);
  const address = `${location.origin}/api/payments/${chosen}/notify`;

  const save = async (): Promise<void> => {
    if (!provider) return;
    if (form.conflicts.some(({ choice }) => choice === undefined)) return setPressed(true);
    setBusy(true);
    setPressed(false);
    setFaults({});
    try {
      const wanted = { ...setupBody(chosen, form.body()), ...(registers && chosen === 'efi' && { address }) };
      onSaved(await api.put<Setup>('/payments/setup', wanted));
      toasts.success(t('setup.saved'));
    } catch (error) {
      if (error instanceof ApiError && form.mergeConflict(error)) return;
      if (error instanceof ApiError && error.fields) setFaults(error.fields);
      else toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const faultOf = (key: string): string | undefined => {
    const fault = faults[key];
    if (fault === 'Required') return shell('ui.required');
    return fault?.startsWith('ERR_') ? errorText(new ApiError(400, fault)) : fault;
  };
  const typed = (key: string): string => {
    const value = form.values[`${chosen}.${key}`];
    return isSecret(`${chosen}.${key}`) ? typedSecret(value) : (value ?? '');
  };
  const change = (key: string, value: string): void => {
    const name = `${chosen}.${key}`;
    // A secret whose field was emptied again is unchanged.
    const isKept = value === '' && isSecret(name);
    form.change({ [name]: isKept ? (provider?.fields.find((field) => field.key === key)?.mark ?? '') : value });
  };
  const labelOf = (field: string): string =>
    setup.providers
      .flatMap(({ id, fields }) => fields.map(({ key, label }) => ({ name: `${id}.${key}`, label })))
      .find(({ name }) => name === field)?.label ?? t('setup.provider');

  return (
    <FormGroup title={t('setup.title')} text={t('setup.text')}>
      {form.conflicts.length > 0 && (
        <div className={styles.conflicts}>
          <FormConflicts form={form} labelOf={labelOf} isPressed={isPressed} />
        </div>
      )}
      <FormRow label={t('setup.provider')} help={provider?.help}>
        <Dropdown
          className={styles.wide}
          value={provider?.label ?? ''}
          selectedOptions={[chosen]}
          onOptionSelect={(_, { optionValue }) => {
            if (!optionValue) return;
            setFaults({});
            form.change({ provider: optionValue });
          }}
        >
          {setup.providers.map(({ id, label }) => (
            <Option key={id} value={id}>
              {label}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
      {provider?.fields.map(({ key, label, help, required, secret, multiline, isSet }) => (
        <FormRow
          key={`${chosen}/${key}`}
          label={label}
          help={secret && isSet ? t('setup.kept') : help}
          required={required}
          error={faultOf(key)}
        >
          {multiline ? (
            <Textarea rows={4} value={typed(key)} onChange={(_, { value }) => change(key, value)} />
          ) : (
            <Input
              type={secret ? 'password' : 'text'}
              autoComplete="off"
              value={typed(key)}
              onChange={(_, { value }) => change(key, value)}
            />
          )}
        </FormRow>
      ))}
      {provider?.isAutomatic && (
        <FormRow label={t('setup.address')} help={t('setup.addressHelp')}>
          <CopyField value={address} label={t('setup.address')} />
        </FormRow>
      )}
      {chosen === 'efi' && (
        <FormRow label={t('setup.register')} end>
          <Switch checked={registers} onChange={(_, { checked }) => setRegisters(checked)} />
        </FormRow>
      )}
      <FormRow label="" end>
        <Button
          appearance="primary"
          autoFocus={isSaved}
          disabledFocusable={busy}
          {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
          onClick={() => !busy && void save()}
        >
          {t('setup.save')}
        </Button>
      </FormRow>
    </FormGroup>
  );
}
