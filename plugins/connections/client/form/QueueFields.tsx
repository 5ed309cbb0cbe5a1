import { Dropdown, Option, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { Dot, FormRow } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';

const useStyles = makeStyles({
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
});

/** Fetches the queues of the company, or for super users of another one. */
export const useQueues = (companyId?: number) =>
  useQuery({
    queryKey: ['connections', 'queues', companyId],
    queryFn: ({ signal }) => api.get<Queue[]>('/queue', { companyId }, { signal }),
  });

function QueueMark({ queue }: { queue: Queue }) {
  const styles = useStyles();
  return (
    <span className={styles.option}>
      <Dot color={queue.color} square />
      {queue.name}
    </span>
  );
}

export interface QueueDropdownProps {
  queues: readonly Queue[];
  value: number | null;
  /** The text for no queue; absent if one must be chosen. */
  none?: string;
  placeholder?: string;
  onChange(queueId: number | null): void;
}

/** A dropdown of queues. Other properties (names, ids) are passed to the control. */
export function QueueDropdown({ queues, value, none, placeholder, onChange, ...control }: QueueDropdownProps) {
  const chosen = queues.find(({ id }) => id === value);
  return (
    <Dropdown
      {...control}
      {...(placeholder ? { placeholder } : {})}
      value={chosen?.name ?? none ?? ''}
      selectedOptions={[String(chosen?.id ?? 0)]}
      onOptionSelect={(_, { optionValue }) => onChange(Number(optionValue) || null)}
    >
      {none && <Option value="0">{none}</Option>}
      {queues.map((queue) => (
        <Option key={queue.id} value={String(queue.id)} text={queue.name}>
          <QueueMark queue={queue} />
        </Option>
      ))}
    </Dropdown>
  );
}

export interface QueueFieldsProps {
  queues: readonly Queue[];
  queueIds: readonly number[];
  keyWordQueueId: number | null;
  onChange(change: { queueIds?: number[]; keyWordQueueId?: number | null }): void;
}

/** The queues that a connection offers, and the entry queue of customers who chose none. */
export function QueueFields({ queues, queueIds, keyWordQueueId, onChange }: QueueFieldsProps) {
  const t = useT();
  const chosen = queues.filter(({ id }) => queueIds.includes(id));
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
          {queues.map((queue) => (
            <Option key={queue.id} value={String(queue.id)} text={queue.name}>
              <QueueMark queue={queue} />
            </Option>
          ))}
        </Dropdown>
      </FormRow>
      <FormRow label={t('field.entryQueue')} name="keyWordQueueId" help={t('form.entryQueueHelp')} required>
        <QueueDropdown
          queues={queues}
          value={keyWordQueueId}
          placeholder={t('form.entryQueuePlaceholder')}
          onChange={(chosenId) => onChange({ keyWordQueueId: chosenId })}
        />
      </FormRow>
    </>
  );
}
