import { Input } from '@fluentui/react-components';
import { useState } from 'react';
import { ApiError, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import { useChosenView } from './useChosenView.ts';
import { viewActions } from './view-actions.ts';

/** Saves the current filters under a name; an existing name asks once, and is then overwritten. */
export function SaveViewDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const { now } = useChosenView();
  const [name, setName] = useState('');
  const [takenBy, setTakenBy] = useState<number>();
  const submit = async (): Promise<void> => {
    if (takenBy !== undefined) {
      await viewActions.change(takenBy, { filters: now });
      toasts.success(t('views.overwritten', { name: name.trim() }));
      return onClose();
    }
    try {
      const view = await viewActions.save(name, now);
      toasts.success(t('views.saved', { name: view.name }));
      onClose();
    } catch (error) {
      const id = error instanceof ApiError && error.code === 'ERR_VIEW_NAME_ALREADY_EXISTS' && error.context.viewId;
      if (typeof id !== 'number') throw error;
      setTakenBy(id);
    }
  };
  return (
    <FormDialog
      open
      title={t('views.saveTitle')}
      subtitle={t('views.saveText')}
      submitLabel={t(takenBy === undefined ? 'views.submit' : 'views.replace')}
      width={420}
      disabled={name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow
        label={t('views.name')}
        name="name"
        required
        {...(takenBy === undefined ? {} : { error: t('views.exists') })}
      >
        <Input
          autoFocus
          autoComplete="off"
          maxLength={50}
          value={name}
          onChange={(_, data) => {
            setTakenBy(undefined);
            setName(data.value);
          }}
        />
      </FormRow>
    </FormDialog>
  );
}
