import { useRef, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, Tabs, useForm } from '@balcao/sdk/ui';
import type { Queue } from '../contract.ts';
import { HoursTab } from './form/HoursTab.tsx';
import { QueueTab } from './form/QueueTab.tsx';
import { unusedColor } from './queue-color.ts';
import { bodyOf, queueFaults, valuesOf, type QueueValues } from './queue-form.ts';
import { queuesKey } from './useQueues.ts';

export interface QueueDialogProps {
  /** Absent for a new queue. */
  queue?: Queue | undefined;
  others: readonly Queue[];
  onClose(): void;
}

type Tab = 'data' | 'hours';

const useStyles = makeStyles({
  tabs: {
    position: 'sticky',
    top: '-8px',
    zIndex: 1,
    margin: '-8px -20px 0',
    padding: '0 12px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tab: { display: 'flex', flexDirection: 'column', gap: '16px' },
});

const save = async (
  body: Record<string, unknown>,
  media: QueueValues['media'],
  storedId: number | undefined,
  onStored: (id: number) => void,
): Promise<void> => {
  const { id } = await (storedId === undefined
    ? api.post<Queue>('/queue', body)
    : api.put<Queue>(`/queue/${storedId}`, body));
  onStored(id);
  if (media === 'removed') await api.delete(`/queue/${id}/media-upload`);
  if (!(media instanceof File)) return;
  const form = new FormData();
  form.append('file', media);
  await api.upload(`/queue/${id}/media-upload`, form);
};

/** The form of a queue: name, colour, automatic messages and hours. */
export function QueueDialog({ queue, others, onClose }: QueueDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { setting } = useSession();
  const hasHours = setting('scheduleType') === 'queue';
  const taken = others.map(({ color }) => color);
  // A new queue that was stored before its file was refused must not be created a second time.
  const storedId = useRef(queue?.id);
  const [tab, setTab] = useState<Tab>('data');
  const form = useForm({ row: queue, valuesOf: (row) => valuesOf(row, unusedColor(taken)), bodyOf });
  const { values, change } = form;

  const submit = async (): Promise<void> => {
    const faults = Object.entries(queueFaults(values));
    if (faults.length > 0) {
      setTab(faults.every(([name]) => name === 'schedules') ? 'hours' : 'data');
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
      );
    }
    try {
      await save(form.body(), values.media, storedId.current, (id) => (storedId.current = id));
    } catch (error) {
      setTab('data');
      throw error;
    }
    await queries.invalidateQueries({ queryKey: queuesKey });
    toasts.success(t('form.saved'));
    onClose();
  };

  return (
    <FormDialog
      open
      width={640}
      title={t(queue ? 'form.edit' : 'form.add')}
      {...(hasHours ? {} : { subtitle: t('tab.data') })}
      submitLabel={t(queue ? 'form.save' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      {hasHours && (
        <div className={styles.tabs}>
          <Tabs<Tab>
            label={t('form.tabs')}
            value={tab}
            onChange={setTab}
            options={[
              { value: 'data', label: t('tab.data') },
              { value: 'hours', label: t('tab.hours') },
            ]}
          />
        </div>
      )}
      <div className={styles.tab}>
        {tab === 'hours' && hasHours ? (
          <HoursTab values={values} change={change} />
        ) : (
          <QueueTab queue={queue} taken={taken} values={values} change={change} added={form.added} onAdd={form.add} />
        )}
      </div>
    </FormDialog>
  );
}
