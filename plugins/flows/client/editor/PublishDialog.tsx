import { useState } from 'react';
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Changes } from './count-changes.ts';

const useStyles = makeStyles({
  changes: { margin: 0, paddingLeft: '20px', color: tokens.colorNeutralForeground2 },
  stay: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const maxNote = 500;
const parts = ['added', 'changed', 'removed', 'linked', 'moved'] as const;

interface PublishDialogProps {
  next: number;
  live: { number: number | null; running: number };
  changes: Changes | undefined;
  onPublish(note: string): Promise<void>;
  onClose(): void;
}

/** Shows what will change and asks for a line about it, which the list of versions shows. */
export function PublishDialog({ next, live, changes, onPublish, onClose }: PublishDialogProps) {
  const t = useT();
  const styles = useStyles();
  const [note, setNote] = useState('');
  const shown = changes ? parts.filter((part) => changes[part] > 0) : [];
  return (
    <FormDialog
      open
      width={480}
      title={t('publish.title', { number: next })}
      submitLabel={t('publish.verb')}
      onSubmit={async () => {
        await onPublish(note.trim());
        onClose();
      }}
      onClose={onClose}
    >
      {changes && shown.length > 0 && (
        <ul className={styles.changes}>
          {shown.map((part) => (
            <li key={part}>{t(`publish.${part}`, { count: changes[part] })}</li>
          ))}
        </ul>
      )}
      <FormRow label={t('publish.note')} name="note" help={t('publish.noteHint')}>
        <Input
          autoFocus
          maxLength={maxNote}
          placeholder={t('publish.notePlaceholder')}
          value={note}
          onChange={(_, { value }) => setNote(value)}
        />
      </FormRow>
      {live.running > 0 && live.number !== null && (
        <p className={styles.stay}>{t('editor.stay', { count: live.running, number: live.number })}</p>
      )}
    </FormDialog>
  );
}
