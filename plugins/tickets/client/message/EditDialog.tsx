import { Textarea, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import type { MessageView } from '../../contract.ts';
import type { MessageActions } from './useMessageActions.ts';

const useStyles = makeStyles({ text: { width: '100%', '& textarea': { minHeight: '96px', maxHeight: '40vh' } } });

export interface EditDialogProps {
  message: MessageView;
  actions: MessageActions;
  onClose(): void;
}

/** Edits one's own message. Enter saves, as it sends. */
export function EditDialog({ message, actions, onClose }: EditDialogProps) {
  const styles = useStyles();
  const t = useT();
  const [body, setBody] = useState(message.body);
  const isSame = body.trim() === '' || body.trim() === message.body.trim();
  const save = async (): Promise<void> => {
    await actions.edit(message, body.trim());
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <FormDialog
      open
      title={t('thread.editTitle')}
      subtitle={t(message.onlyInternal ? 'thread.editNoteText' : 'thread.editText')}
      submitLabel={t('thread.save')}
      disabled={isSame}
      onSubmit={save}
      onClose={onClose}
    >
      <Textarea
        className={styles.text}
        textarea={{ autoFocus: true }}
        aria-label={t('thread.editTitle')}
        resize="vertical"
        value={body}
        onChange={(_, data) => setBody(data.value)}
        onKeyDown={onKeyDown}
      />
    </FormDialog>
  );
}
