import { Input, Textarea } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { EditDialog, FormRow, type Listed } from '@balcao/sdk/ui';
import type { Help } from '../../contract.ts';

interface HelpDialogProps {
  /** Absent for a new video. */
  help: Help | undefined;
  list: Listed<Help>;
  onClose(): void;
}

/** The form of a help video: title, subject and address. */
export function HelpDialog({ help, list, onClose }: HelpDialogProps) {
  const t = useT();
  return (
    <EditDialog
      list={list}
      row={help}
      blank={{ title: '', description: '', video: '' }}
      title={t(help ? 'form.edit' : 'form.add')}
      saved={t('form.saved')}
      failed={t('form.failed')}
      onClose={onClose}
    >
      {({ title, description, video }, change) => (
        <>
          <FormRow label={t('field.title')} name="title" required>
            <Input autoFocus autoComplete="off" value={title} onChange={(_, { value }) => change({ title: value })} />
          </FormRow>
          <FormRow label={t('field.description')} name="description">
            <Textarea
              rows={4}
              resize="vertical"
              value={description}
              onChange={(_, { value }) => change({ description: value })}
            />
          </FormRow>
          <FormRow label={t('field.video')} name="video" help={t('form.videoHelp')} required>
            <Input autoComplete="off" value={video} onChange={(_, { value }) => change({ video: value })} />
          </FormRow>
        </>
      )}
    </EditDialog>
  );
}
