import { useState } from 'react';
import { Input, Textarea } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Help } from '../../contract.ts';

interface HelpDialogProps {
  /** Absent: a new one. */
  help: Help | undefined;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** What a film is called, what it is about, and where it lies. */
export function HelpDialog({ help, onSaved, onClose }: HelpDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const [values, setValues] = useState({
    title: help?.title ?? '',
    description: help?.description ?? '',
    video: help?.video ?? '',
  });
  const submit = async (): Promise<void> => {
    try {
      await (help ? api.put(`/helps/${help.id}`, values) : api.post('/helps', values));
    } catch (error) {
      toasts.error(t('form.failed'));
      throw error;
    }
    await onSaved();
    toasts.success(t('form.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      title={t(help ? 'form.edit' : 'form.add')}
      submitLabel={t(help ? 'form.save' : 'form.create')}
      width={520}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('field.title')} name="title" required>
        <Input
          autoFocus
          autoComplete="off"
          value={values.title}
          onChange={(_, { value }) => setValues({ ...values, title: value })}
        />
      </FormRow>
      <FormRow label={t('field.description')} name="description">
        <Textarea
          rows={4}
          resize="vertical"
          value={values.description}
          onChange={(_, { value }) => setValues({ ...values, description: value })}
        />
      </FormRow>
      <FormRow label={t('field.video')} name="video" help={t('form.videoHelp')} required>
        <Input
          autoComplete="off"
          value={values.video}
          onChange={(_, { value }) => setValues({ ...values, video: value })}
        />
      </FormRow>
    </FormDialog>
  );
}
