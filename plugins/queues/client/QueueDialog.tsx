import { useState } from 'react';
import { Input, Textarea, makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, Contributed, api, translate, usePoint, useT, useToasts } from '@balcao/sdk/client';
import { ColorPalette, FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Queue } from '../contract.ts';
import { colorsWith, freeColor } from './palette.ts';
import { queueSections } from './parts.ts';
import { queueFaults, type QueueValues } from './queue-form.ts';
import { queuesKey } from './useQueues.ts';

export interface QueueDialogProps {
  /** Absent: a new queue. */
  queue?: Queue | undefined;
  others: readonly Queue[];
  onClose(): void;
}

const useStyles = makeStyles({ text: { '& textarea': { minHeight: '76px' } } });

/** What a department is called, its colour, and what it says by itself. */
export function QueueDialog({ queue, others, onClose }: QueueDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const sections = usePoint(queueSections);
  const taken = others.map(({ color }) => color);
  const [values, setValues] = useState<QueueValues>(() => ({
    name: queue?.name ?? '',
    color: queue?.color ?? freeColor(taken),
    greetingMessage: queue?.greetingMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
  }));
  const [added, setAdded] = useState<Readonly<Record<string, unknown>>>({});
  const change = (part: Partial<QueueValues>) => setValues((before) => ({ ...before, ...part }));

  const submit = async (): Promise<void> => {
    const faults = Object.entries(queueFaults(values));
    if (faults.length > 0) {
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
      );
    }
    const body = { ...added, ...values, name: values.name.trim() };
    await (queue ? api.put(`/queue/${queue.id}`, body) : api.post('/queue', body));
    await queries.invalidateQueries({ queryKey: queuesKey });
    toasts.success(t('form.saved'));
    onClose();
  };

  return (
    <FormDialog
      open
      title={t(queue ? 'form.edit' : 'form.add')}
      subtitle={t('form.subtitle')}
      submitLabel={t(queue ? 'form.save' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('field.name')} name="name" required>
        <Input value={values.name} autoFocus autoComplete="off" onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <FormRow label={t('field.color')} name="color" help={t('form.colorHelp')} required>
        <ColorPalette
          label={t('field.color')}
          value={values.color}
          colors={colorsWith(queue?.color ?? '')}
          taken={taken}
          onChange={(color) => change({ color })}
        />
      </FormRow>
      <FormRow label={t('field.greeting')} name="greetingMessage" help={t('form.greetingHelp')}>
        <Textarea
          className={styles.text}
          resize="vertical"
          value={values.greetingMessage}
          onChange={(_, { value }) => change({ greetingMessage: value })}
        />
      </FormRow>
      <FormRow label={t('field.outOfHours')} name="outOfHoursMessage" help={t('form.outOfHoursHelp')}>
        <Textarea
          className={styles.text}
          resize="vertical"
          value={values.outOfHoursMessage}
          onChange={(_, { value }) => change({ outOfHoursMessage: value })}
        />
      </FormRow>
      {sections.map((item) => (
        <div key={`${item.plugin}/${item.id}`} role="group" aria-label={translate(item.plugin, item.label)}>
          <Contributed item={item}>
            <item.component
              queue={queue}
              values={added}
              setValue={(field, value) => setAdded((before) => ({ ...before, [field]: value }))}
            />
          </Contributed>
        </div>
      ))}
    </FormDialog>
  );
}
