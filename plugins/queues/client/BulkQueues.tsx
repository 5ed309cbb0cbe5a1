import { useState } from 'react';
import { Radio, RadioGroup } from '@fluentui/react-components';
import { ApiError, api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import { QueueChips } from './QueueChips.tsx';
import { useQueues } from './useQueues.ts';

export interface BulkQueuesProps {
  users: readonly { id: number; name: string }[];
  onDone(): Promise<void>;
  onClose(): void;
}

/** Adds several people to queues, or removes them. */
export default function BulkQueues({ users, onDone, onClose }: BulkQueuesProps) {
  const t = useT();
  const toasts = useToasts();
  const { queues } = useQueues();
  const [way, setWay] = useState<'add' | 'remove'>('add');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const toggle = (id: number): void =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));

  const submit = async (): Promise<void> => {
    if (chosen.length === 0) throw new ApiError(400, 'ERR_VALIDATION', { queueIds: 'Required' });
    await api.post('/queue/members', { userIds: users.map(({ id }) => id), [way]: chosen });
    toasts.success(t('bulk.saved'));
    onClose();
    await onDone();
  };
  return (
    <FormDialog
      open
      title={t('bulk.title', { count: users.length })}
      subtitle={users.map(({ name }) => name).join(', ')}
      submitLabel={t(`bulk.submit.${way}`)}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('bulk.way')}>
        <RadioGroup value={way} onChange={(_, { value }) => setWay(value === 'remove' ? 'remove' : 'add')}>
          <Radio value="add" label={t('bulk.add')} />
          <Radio value="remove" label={t('bulk.remove')} />
        </RadioGroup>
      </FormRow>
      <FormRow label={t('user.label')} name="queueIds" required>
        <QueueChips queues={queues} chosen={chosen} onToggle={toggle} />
      </FormRow>
    </FormDialog>
  );
}
