import { useState } from 'react';
import { Input, Switch, Textarea, makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, Contributed, api, translate, usePoint, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';
import type { ConnectionRow } from '../connection-row.ts';
import { channelName, connectionSections, type ChannelItem } from '../parts.ts';
import { refetchConnections } from '../useConnections.ts';
import { connectionFaults, valuesOf, type ConnectionValues } from './connection-form.ts';
import { QueueFields, useQueues } from './QueueFields.tsx';

export interface ConnectionDialogProps {
  /** The connection that is changed, or the channel of a new one. */
  connection?: ConnectionRow | undefined;
  channel: ChannelItem | undefined;
  onAdded(connection: ConnectionRow): void;
  onClose(): void;
}

/** What a connection is called, where its conversations go, and what it says by itself. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { data: queues } = useQueues();
  // The form begins with what is known of the departments.
  return queues ? <Form {...props} queues={queues} /> : null;
}

const useStyles = makeStyles({
  text: { '& textarea': { minHeight: '76px' } },
  minutes: { width: '140px' },
  switches: { display: 'flex', flexDirection: 'column', gap: '4px', marginLeft: '-8px' },
});

function Form({ connection, channel, queues, onAdded, onClose }: ConnectionDialogProps & { queues: readonly Queue[] }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const sections = usePoint(connectionSections);
  const [values, setValues] = useState(() => valuesOf(connection, queues.length === 1 ? queues[0]?.id : undefined));
  const [added, setAdded] = useState<Readonly<Record<string, unknown>>>({});
  const change = (part: Partial<ConnectionValues>) => setValues((before) => ({ ...before, ...part }));

  const submit = async (): Promise<void> => {
    const faults = Object.entries(connectionFaults(values));
    if (faults.length > 0) {
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
      );
    }
    const body = {
      ...added,
      ...values,
      name: values.name.trim(),
      timeCreateNewTicket: Number(values.timeCreateNewTicket),
      ...(connection ? {} : { channel: channel?.id }),
    };
    const saved = connection
      ? await api.put<ConnectionRow>(`/whatsapp/${connection.id}`, body)
      : await api.post<ConnectionRow>('/whatsapp', body);
    await refetchConnections(queries);
    toasts.success(t('form.saved'));
    onClose();
    if (!connection) onAdded(saved);
  };

  return (
    <FormDialog
      open
      width={600}
      title={t(connection ? 'form.edit' : 'form.add')}
      {...(channel ? { subtitle: channelName(channel) } : {})}
      submitLabel={t(connection ? 'form.save' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('field.name')} name="name" required>
        <Input value={values.name} autoFocus autoComplete="off" onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <QueueFields
        queues={queues}
        queueIds={values.queueIds}
        keyWordQueueId={values.keyWordQueueId}
        onChange={change}
      />
      <FormRow
        label={t('field.greeting')}
        name="greetingMessage"
        help={t('form.greetingHelp')}
        required={values.queueIds.length > 1}
      >
        <Textarea
          className={styles.text}
          resize="vertical"
          value={values.greetingMessage}
          onChange={(_, { value }) => change({ greetingMessage: value })}
        />
      </FormRow>
      <FormRow label={t('field.completion')} name="complationMessage" help={t('form.completionHelp')}>
        <Textarea
          className={styles.text}
          resize="vertical"
          value={values.complationMessage}
          onChange={(_, { value }) => change({ complationMessage: value })}
        />
      </FormRow>
      <FormRow label={t('field.reopen')} name="timeCreateNewTicket" help={t('form.reopenHelp')}>
        <Input
          className={styles.minutes}
          inputMode="numeric"
          contentAfter={t('form.minutes')}
          value={values.timeCreateNewTicket}
          onChange={(_, { value }) => change({ timeCreateNewTicket: value })}
        />
      </FormRow>
      <div className={styles.switches}>
        <Switch
          checked={values.isDefault}
          disabled={connection?.isDefault ?? false}
          label={t(connection?.isDefault ? 'form.isDefaultFixed' : 'form.isDefault')}
          onChange={(_, { checked }) => change({ isDefault: checked })}
        />
        {connection?.capabilities.groups && (
          <Switch
            checked={values.allowGroup}
            label={t('form.allowGroup')}
            onChange={(_, { checked }) => change({ allowGroup: checked })}
          />
        )}
      </div>
      {sections.map((item) => (
        <div key={`${item.plugin}/${item.id}`} role="group" aria-label={translate(item.plugin, item.label)}>
          <Contributed item={item}>
            <item.component
              connection={connection}
              values={added}
              setValue={(field, value) => setAdded((before) => ({ ...before, [field]: value }))}
            />
          </Contributed>
        </div>
      ))}
    </FormDialog>
  );
}
