import { Input } from '@fluentui/react-components';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';

/** Renames a chat. */
export function RenameDialog({ chat, onClose }: { chat: ChatView; onClose(): void }) {
  const t = useT();
  const [title, setTitle] = useState(chat.title);
  return (
    <FormDialog
      open
      title={t('chat.rename')}
      submitLabel={t('chat.save')}
      width={440}
      disabled={title.trim() === ''}
      onSubmit={async () => {
        await api.put(`/chatsai/${chat.id}`, { title });
        onClose();
      }}
      onClose={onClose}
    >
      <FormRow label={t('field.title')} name="title" required>
        <Input autoFocus autoComplete="off" value={title} onChange={(_, { value }) => setTitle(value)} />
      </FormRow>
    </FormDialog>
  );
}
