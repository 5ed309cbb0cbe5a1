import { Dropdown, Option, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';

const useStyles = makeStyles({
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  square: { width: '8px', height: '8px', borderRadius: '2px', flexShrink: 0 },
});

export const useQueues = () =>
  useQuery({
    queryKey: ['connections', 'queues'],
    queryFn: ({ signal }) => api.get<Queue[]>('/queue', {}, { signal }),
  });

export interface QueueFieldsProps {
  queues: readonly Queue[];
  queueIds: readonly number[];
  keyWordQueueId: number | null;
  onChange(change: { queueIds?: number[]; keyWordQueueId?: number | null }): void;
}

/** Which departments a connection offers, and where a conversation lands that chose none. */
export function QueueFields({ queues, queueIds, keyWordQueueId, onChange }: QueueFieldsProps) {
  const t = useT();
  const styles = useStyles();
  const chosen = queues.filter(({ id }) => queueIds.includes(id));
  const entry = queues.find(({ id }) => id === keyWordQueueId);
  const options = queues.map(({ id, name, color }) => (
    <Option key={id} value={String(id)} text={name}>
      <span className={styles.option}>
        <span className={styles.square} style={{ backgroundColor: color }} aria-hidden="true" />
        {name}
      </span>
    </Option>
  ));
  return (
    <>
      <FormRow label={t('field.queues')} name="queueIds" help={t('form.queuesHelp')}>
        <Dropdown
          multiselect
          placeholder={t('form.queuesPlaceholder')}
          value={chosen.map(({ name }) => name).join(', ')}
          selectedOptions={queueIds.map(String)}
          onOptionSelect={(_, { selectedOptions }) => onChange({ queueIds: selectedOptions.map(Number) })}
        >
          {options}
        </Dropdown>
      </FormRow>
      <FormRow label={t('field.entryQueue')} name="keyWordQueueId" help={t('form.entryQueueHelp')} required>
        <Dropdown
          placeholder={t('form.entryQueuePlaceholder')}
          value={entry?.name ?? ''}
          selectedOptions={entry ? [String(entry.id)] : []}
          onOptionSelect={(_, { optionValue }) => onChange({ keyWordQueueId: Number(optionValue) || null })}
        >
          {options}
        </Dropdown>
      </FormRow>
    </>
  );
}
