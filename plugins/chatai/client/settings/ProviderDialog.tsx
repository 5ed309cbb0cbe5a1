import { Dropdown, Input, Option, Switch, Textarea } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { ProviderFlags } from '../../contract.ts';
import { protocolsQuery, providersPath, type Owner, type Provider } from './ai-data.ts';

interface ProviderDialogProps {
  owner: Owner;
  provider: Provider | undefined;
  onSaved(): void;
  onClose(): void;
}

const lines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** The form of a provider. A stored key is never shown; an empty field leaves it as it is. */
export function ProviderDialog({ owner, provider, onSaved, onClose }: ProviderDialogProps) {
  const t = useT();
  const protocols = useQuery(protocolsQuery);
  const [title, setTitle] = useState(provider?.title ?? '');
  const [protocol, setProtocol] = useState(provider?.protocol ?? 'openai');
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? 'https://api.openai.com/v1');
  const [key, setKey] = useState('');
  const [models, setModels] = useState(provider?.models.join('\n') ?? '');
  const [flags, setFlags] = useState<ProviderFlags>(provider?.flags ?? {});
  const [isOn, setOn] = useState(provider?.isOn ?? true);
  const titleOf = (id: string): string => protocols.data?.find((one) => one.id === id)?.title ?? id;
  const submit = async (): Promise<void> => {
    const body = {
      title,
      protocol,
      baseUrl,
      models: lines(models),
      flags,
      isOn,
      ...(key.trim() !== '' && { key: key.trim() }),
    };
    if (provider) await api.put(`${providersPath(owner)}/${provider.id}`, { ...body, version: provider.version });
    else await api.post(providersPath(owner), body);
    onSaved();
  };
  return (
    <FormDialog
      open
      title={t(provider ? 'provider.editTitle' : 'provider.add')}
      submitLabel={t('chat.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('provider.title')} name="title" required>
        <Input autoFocus autoComplete="off" value={title} onChange={(_, { value }) => setTitle(value)} />
      </FormRow>
      {(protocols.data?.length ?? 0) > 1 && (
        <FormRow label={t('provider.protocol')} name="protocol">
          <Dropdown
            value={titleOf(protocol)}
            selectedOptions={[protocol]}
            onOptionSelect={(_, { optionValue }) => setProtocol(optionValue ?? 'openai')}
          >
            {(protocols.data ?? []).map((one) => (
              <Option key={one.id} value={one.id}>
                {one.title}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
      )}
      <FormRow label={t('provider.baseUrl')} name="baseUrl" help={t(`provider.${owner}UrlHelp`)} required>
        <Input type="url" autoComplete="off" value={baseUrl} onChange={(_, { value }) => setBaseUrl(value)} />
      </FormRow>
      <FormRow
        label={t('provider.key')}
        name="key"
        help={t(provider?.hasKey ? 'provider.keyKept' : 'provider.keyHelp')}
      >
        <Input type="password" autoComplete="new-password" value={key} onChange={(_, { value }) => setKey(value)} />
      </FormRow>
      <FormRow label={t('provider.models')} name="models" help={t('provider.modelsHelp')}>
        <Textarea rows={3} value={models} onChange={(_, { value }) => setModels(value)} />
      </FormRow>
      <FormRow label={t('provider.streams')}>
        <Switch
          checked={flags.stream !== false}
          onChange={(_, { checked }) => setFlags((before) => ({ ...before, stream: checked }))}
        />
      </FormRow>
      <FormRow label={t('provider.tools')}>
        <Switch
          checked={flags.tools !== false}
          onChange={(_, { checked }) => setFlags((before) => ({ ...before, tools: checked }))}
        />
      </FormRow>
      <FormRow label={t('provider.toolsStream')}>
        <Switch
          checked={flags.toolsStream !== false}
          onChange={(_, { checked }) => setFlags((before) => ({ ...before, toolsStream: checked }))}
        />
      </FormRow>
      <FormRow label={t('provider.isOn')}>
        <Switch checked={isOn} onChange={(_, { checked }) => setOn(checked)} />
      </FormRow>
    </FormDialog>
  );
}
