import { useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import type { QuickMessage } from '../contract.ts';
import { quickMessagesKey } from './useQuickMessages.ts';

export interface RemoveDialogProps {
  quickMessage: QuickMessage;
  isOwn: boolean;
  onClose(): void;
}

/** Asks before one's own goes for everybody, or a shared one goes from one's own list. */
export function RemoveDialog({ quickMessage, isOwn, onClose }: RemoveDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { id, shortcode: name, sharedWith, userName } = quickMessage;
  const count = sharedWith.length;
  const remove = async (): Promise<void> => {
    await api.delete(`/quick-messages/${id}`);
    await queries.invalidateQueries({ queryKey: quickMessagesKey });
    toasts.success(t(isOwn ? 'delete.done' : 'leave.done'));
    onClose();
  };
  if (!isOwn) {
    return (
      <ConfirmDialog
        open
        title={t('leave.title', { name })}
        text={t('leave.text', { owner: userName ?? t('leave.someone') })}
        confirmLabel={t('leave.confirm')}
        onClose={onClose}
        onConfirm={remove}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { name })}
      text={count > 0 ? t('delete.textShared', { count }) : t('delete.text')}
      confirmLabel={t('delete.confirm')}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}
