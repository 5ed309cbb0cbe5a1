import { useState } from 'react';
import { Button, Dropdown, Input, Option, Spinner, Switch, Textarea, makeStyles } from '@fluentui/react-components';
import { ApiError, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { CopyField, ErrorState, FormGroup, FormRow, SkeletonRows } from '@balcao/sdk/ui';
import { useSetup, type Provider, type Setup } from './usePayments.ts';
import { WaitingCharges } from './WaitingCharges.tsx';

const useStyles = makeStyles({ wide: { minWidth: 0, width: '100%' } });

/** How the platform is paid, and what a person has to confirm. */
export default function PaymentsTab() {
  const { data, error, refetch, replace } = useSetup();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} />;
  return (
    <>
      <SetupForm setup={data} onSaved={replace} />
      <WaitingCharges />
    </>
  );
}

function SetupForm({ setup, onSaved }: { setup: Setup; onSaved(setup: Setup): void }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const [chosen, setChosen] = useState(setup.provider);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [registers, setRegisters] = useState(false);
  const [busy, setBusy] = useState(false);
  const provider: Provider | undefined = setup.providers.find(({ id }) => id === chosen);
  const address = `${location.origin}/api/payments/${chosen}/notify`;

  const choose = (id: string): void => {
    setChosen(id);
    setTyped({});
    setFaults({});
  };
  const save = async (): Promise<void> => {
    if (!provider) return;
    setBusy(true);
    setFaults({});
    try {
      const settings = Object.fromEntries(provider.fields.map(({ key, value }) => [key, typed[key] ?? value]));
      const wanted = { provider: chosen, settings, ...(registers && chosen === 'efi' && { address }) };
      onSaved(await api.put<Setup>('/payments/setup', wanted));
      setTyped({});
      toasts.success(t('setup.saved'));
    } catch (error) {
      if (error instanceof ApiError && error.fields) setFaults(error.fields);
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const faultOf = (key: string): string | undefined => {
    const fault = faults[key];
    return fault?.startsWith('ERR_') ? textOf(new ApiError(400, fault)) : fault;
  };

  return (
    <FormGroup title={t('setup.title')} text={t('setup.text')}>
      <FormRow label={t('setup.provider')} help={provider?.help}>
        <Dropdown
          className={styles.wide}
          value={provider?.label ?? ''}
          selectedOptions={[chosen]}
          onOptionSelect={(_, { optionValue }) => optionValue && choose(optionValue)}
        >
          {setup.providers.map(({ id, label }) => (
            <Option key={id} value={id}>
              {label}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
      {provider?.fields.map(({ key, label, help, required, secret, multiline, value, isSet }) => (
        <FormRow
          key={`${chosen}/${key}`}
          label={label}
          help={secret && isSet ? t('setup.kept') : help}
          required={required}
          error={faultOf(key)}
        >
          {multiline ? (
            <Textarea
              rows={4}
              value={typed[key] ?? value}
              onChange={(_, data) => setTyped({ ...typed, [key]: data.value })}
            />
          ) : (
            <Input
              type={secret ? 'password' : 'text'}
              autoComplete="off"
              value={typed[key] ?? value}
              onChange={(_, data) => setTyped({ ...typed, [key]: data.value })}
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
