import { useQuery } from '@tanstack/react-query';
import { api, queryClient, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import { tagKeys } from '../useTags.ts';
import type { TagRow } from './useTagPages.ts';

/** The question before a tag goes, with how many conversations it is on at this moment. */
export function DeleteTagDialog({
  tag,
  onDeleted,
  onClose,
}: {
  tag: TagRow;
  onDeleted(): Promise<void>;
  onClose(): void;
}) {
  const t = useT();
  const toasts = useToasts();
  const { data } = useQuery({
    queryKey: tagKeys.one(tag.id),
    queryFn: ({ signal }) => api.get<TagRow>(`/tags/${tag.id}`, {}, { signal }),
    placeholderData: tag,
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { name: tag.name })}
      text={t('delete.text', { count: (data ?? tag).tickets })}
      confirmLabel={t('delete.confirm')}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/tags/${tag.id}`);
        queryClient.removeQueries({ queryKey: tagKeys.one(tag.id) });
        await onDeleted();
        toasts.success(t('delete.done'));
        onClose();
      }}
    />
  );
}
