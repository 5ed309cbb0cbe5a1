/** Forms of the nodes that call others: HTTP requests, webhooks, the assistant. */
import { useState } from 'react';
import { Button, Textarea } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import type { FlowNodeFormProps } from '../../contract.ts';
import type { NodeData } from '../../graph/node-data.ts';
import { useCatalogue, useQueueItems } from '../data/useNamed.ts';
import { amount, list, text } from '../kinds/kind.ts';
import { NameInput, Names } from './NameInput.tsx';
import {
  AddButton,
  ChoiceRow,
  NumberRow,
  Removable,
  Row,
  Section,
  SwitchRow,
  TextRow,
  problemOf,
  withEntry,
  withoutEntry,
} from './parts.tsx';
import { VariableText } from './VariableText.tsx';

type Header = NodeData['httpNode']['headers'][number];
type Save = NodeData['httpNode']['saves'][number];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function Headers({ headers, onChange }: { headers: readonly Header[]; onChange(headers: Header[]): void }) {
  const t = useT();
  return (
    <Section title={t('form.headers')} hint={t('form.headersHint')}>
      {headers.map((header, index) => (
        <Removable
          key={index}
          label={t('form.removeHeader', { number: index + 1 })}
          onRemove={() => onChange(withoutEntry(headers, index))}
        >
          <TextRow
            label={t('form.headerName')}
            value={text(header.name)}
            maxLength={100}
            placeholder="Authorization"
            onChange={(name) => onChange(withEntry(headers, index, { ...header, name }))}
          />
          <TextRow
            label={t('form.value')}
            value={text(header.value)}
            maxLength={2000}
            placeholder="Bearer %secret.token%"
            onChange={(value) => onChange(withEntry(headers, index, { ...header, value }))}
          />
        </Removable>
      ))}
      <AddButton
        label={t('form.addHeader')}
        disabled={headers.length >= 30}
        onClick={() => onChange([...headers, { name: '', value: '' }])}
      />
    </Section>
  );
}

/** Names of the stored secrets. Their values are never shown again. */
function Secrets() {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const secrets = useCatalogue()?.secrets ?? [];
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const store = async (key: string, content: string) => {
    try {
      await api.put('/flow/secrets', { name: key, value: content });
      await queries.invalidateQueries({ queryKey: ['flows', 'catalogue'] });
      setName('');
      setValue('');
      toasts.success(t(content === '' ? 'form.secretRemoved' : 'form.secretStored'));
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <Section title={t('form.secrets')} hint={t('form.secretsHint')}>
      {secrets.map((secret) => (
        <Removable
          key={secret}
          label={t('form.removeSecret', { name: secret })}
          onRemove={() => void store(secret, '')}
        >
          <code>%secret.{secret}%</code>
        </Removable>
      ))}
      <TextRow label={t('form.secretName')} value={name} maxLength={60} onChange={setName} />
      <TextRow label={t('form.secretValue')} value={value} maxLength={4000} onChange={setValue} />
      <Button disabled={name.trim() === '' || value === ''} onClick={() => void store(name.trim(), value)}>
        {t('form.storeSecret')}
      </Button>
    </Section>
  );
}

export function HttpForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const method = text(data['method']) || 'GET';
  const saves = list<Save>(data['saves']);
  return (
    <>
      <Names names={variables} />
      <Section>
        <ChoiceRow
          label={t('form.method')}
          value={method}
          options={methods.map((id) => ({ id, name: id }))}
          onChange={(value) => onChange({ method: value || 'GET' })}
        />
        <VariableText
          label={t('form.url')}
          isShort
          max={2000}
          value={text(data['url'])}
          variables={variables}
          placeholder="https://"
          error={problemOf(problems, 'url')}
          onChange={(url) => onChange({ url: url.replaceAll('\n', '') })}
        />
        {method !== 'GET' && (
          <Row label={t('form.body')} hint={t('form.bodyHint')}>
            <Textarea
              resize="vertical"
              value={text(data['body'])}
              maxLength={20_000}
              onChange={(_, { value }) => onChange({ body: value })}
            />
          </Row>
        )}
        <NumberRow
          label={t('form.timeoutSeconds')}
          value={amount(data['timeoutSeconds'], 10)}
          min={1}
          max={30}
          onChange={(timeoutSeconds) => onChange({ timeoutSeconds: timeoutSeconds ?? 10 })}
        />
      </Section>
      <Section title={t('form.saves')} hint={t('form.savesHint')}>
        {saves.map((save, index) => (
          <Removable
            key={index}
            label={t('form.removeSave', { number: index + 1 })}
            onRemove={() => onChange({ saves: withoutEntry(saves, index) })}
          >
            <TextRow
              label={t('form.path')}
              value={text(save.path)}
              placeholder="data.items[0].name"
              onChange={(path) => onChange({ saves: withEntry(saves, index, { ...save, path }) })}
            />
            <NameInput
              label={t('form.variable')}
              value={text(save.variable)}
              onChange={(variable) => onChange({ saves: withEntry(saves, index, { ...save, variable }) })}
            />
          </Removable>
        ))}
        <AddButton
          label={t('form.addSave')}
          disabled={saves.length >= 20}
          onClick={() => onChange({ saves: [...saves, { path: '', variable: '' }] })}
        />
      </Section>
      <Headers headers={list<Header>(data['headers'])} onChange={(headers) => onChange({ headers })} />
      <Secrets />
    </>
  );
}

export function WebhookForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  return (
    <>
      <Section>
        <TextRow
          label={t('form.url')}
          hint={t('form.webhookHint')}
          value={text(data['url'])}
          maxLength={2000}
          placeholder="https://"
          error={problemOf(problems, 'url')}
          onChange={(url) => onChange({ url })}
        />
        <SwitchRow
          label={t('form.isRequired')}
          hint={t('form.isRequiredHint')}
          checked={data['isRequired'] === true}
          onChange={(isRequired) => onChange({ isRequired })}
        />
      </Section>
      <Headers headers={list<Header>(data['headers'])} onChange={(headers) => onChange({ headers })} />
      <Secrets />
    </>
  );
}

export function AssistantForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const queues = useQueueItems();
  return (
    <Section>
      <ChoiceRow
        label={t('form.assistant')}
        value={text(data['chatBotId']) || 'gpt-4'}
        options={[{ id: 'gpt-4', name: t('form.assistantName') }]}
        onChange={(chatBotId) => onChange({ chatBotId: chatBotId || 'gpt-4' })}
      />
      <VariableText
        label={t('form.prompt')}
        hint={t('form.promptHint')}
        value={text(data['labelInput'])}
        max={20_000}
        variables={variables}
        error={problemOf(problems, 'labelInput')}
        onChange={(labelInput) => onChange({ labelInput })}
      />
      <ChoiceRow
        label={t('kind.departmentNode')}
        hint={t('form.assistantQueueHint')}
        isClearable
        value={String(data['department'] ?? '')}
        options={queues}
        error={problemOf(problems, 'department')}
        onChange={(value) => onChange({ department: value === '' ? null : Number(value) })}
      />
    </Section>
  );
}
