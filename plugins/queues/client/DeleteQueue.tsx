import { useQuery } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import type { Queue } from '../contract.ts';

interface DeleteQueueProps {
  queue: Queue;
  onDone(): Promise<unknown>;
  onClose(): void;
}

/** Confirms the deletion of a queue, with what depends on it. */
export function DeleteQueue({ queue, onDone, onClose }: DeleteQueueProps) {
  const t = useT();
  const toasts = useToasts();
  // Fetched each time: what depends on a queue changes by the minute.
  const { data: hanging } = useQuery({
    queryKey: ['queues', 'dependents', queue.id],
    queryFn: ({ signal }) => api.get<{ dependents: string[] }>(`/queue/${queue.id}/dependents`, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { name: queue.name })}
      text={
        <>
          {t('delete.text')}
          <span role="status">{hanging?.dependents.map((sentence) => ` ${sentence}`)}</span>
        </>
      }
      confirmLabel={t('delete.confirm')}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/queue/${queue.id}`);
        await onDone();
        toasts.success(t('delete.done'));
        onClose();
      }}
    />
  );
}
