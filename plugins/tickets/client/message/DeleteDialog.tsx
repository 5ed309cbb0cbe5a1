import { useT } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import type { MessageView } from '../../contract.ts';
import type { MessageActions } from './useMessageActions.ts';

export interface DeleteDialogProps {
  message: MessageView;
  actions: MessageActions;
  onClose(): void;
}

/** Confirms deleting a message for everybody, which cannot be undone. */
export function DeleteDialog({ message, actions, onClose }: DeleteDialogProps) {
  const t = useT();
  const isShared = !message.onlyInternal && message.failure === null;
  return (
    <ConfirmDialog
      open
      title={t('thread.deleteTitle')}
      text={t(isShared ? 'thread.deleteText' : 'thread.deleteOwnText')}
      confirmLabel={t('message.delete')}
      onClose={onClose}
      onConfirm={async () => {
        await actions.remove(message);
        onClose();
      }}
    />
  );
}
