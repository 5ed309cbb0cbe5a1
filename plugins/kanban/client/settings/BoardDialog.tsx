import { Dropdown, Input, Option, Switch } from '@fluentui/react-components';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { BoardSettings } from '../board/board-data.ts';
import { useQueues } from '../board/useDirectory.ts';

interface BoardDialogProps {
  /** Absent: a new board. */
  board: BoardSettings | undefined;
  onSaved(kanbanId: number): void;
  onClose(): void;
}

/** Adds a board, or changes its name, its departments, its follow-ups and whether it is the default one. */
export function BoardDialog({ board, onSaved, onClose }: BoardDialogProps) {
  const t = useT();
  const queues = useQueues();
  const [title, setTitle] = useState(board?.title ?? '');
  const [queueIds, setQueues] = useState<string[]>(board?.queueIds.map(String) ?? []);
  const [followUp, setFollowUp] = useState(board?.followUp ?? false);
  const [isDefault, setDefault] = useState(board?.isDefault ?? false);
  const submit = async (): Promise<void> => {
    const body = { title, queueIds: queueIds.map(Number) };
    const id = board?.id ?? (await api.post<{ kanbanId: number }>('/kanban-boards', body)).kanbanId;
    await api.put(`/kanban-boards/${id}`, {
      ...body,
      followUp,
      ...(isDefault && !board?.isDefault && { isDefault: true }),
    });
    onSaved(id);
    onClose();
  };
  return (
    <FormDialog
      open
      title={t(board ? 'boards.edit' : 'boards.add')}
      submitLabel={t('settings.save')}
      onSubmit={submit}
      onClose={onClose}
      disabled={title.trim() === ''}
    >
      <FormRow label={t('boards.title')} name="title" required>
        <Input autoFocus maxLength={60} value={title} onChange={(_, { value }) => setTitle(value)} />
      </FormRow>
      <FormRow label={t('boards.queues')} help={t('boards.queuesHelp')} name="queueIds">
        <Dropdown
          multiselect
          value={queues
            .filter(({ id }) => queueIds.includes(String(id)))
            .map(({ name }) => name)
            .join(', ')}
          selectedOptions={queueIds}
          onOptionSelect={(_, { selectedOptions }) => setQueues(selectedOptions)}
        >
          {queues.map(({ id, name }) => (
            <Option key={id} value={String(id)}>
              {name}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
      <FormRow label={t('boards.followUp')} help={t('boards.followUpHelp')} name="followUp">
        <Switch checked={followUp} onChange={(_, { checked }) => setFollowUp(checked)} />
      </FormRow>
      <FormRow label={t('boards.isDefault')} help={t('boards.isDefaultHelp')} name="isDefault">
        <Switch
          checked={isDefault}
          disabled={board?.isDefault === true}
          onChange={(_, { checked }) => setDefault(checked)}
        />
      </FormRow>
    </FormDialog>
  );
}
