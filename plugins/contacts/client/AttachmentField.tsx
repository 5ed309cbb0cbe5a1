import { useRef } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Attach20Regular, Delete20Regular, DocumentText20Regular } from '@fluentui/react-icons';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

/** An attachment: already stored, or chosen and sent with the form. */
export interface Attachment {
  name: string;
  /** The stored file’s path. */
  path?: string;
  file?: File;
}

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '32px', minWidth: 0 },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    flexGrow: 1,
    minWidth: 0,
    '& > :last-child': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  none: { flexGrow: 1, color: tokens.colorNeutralForeground3 },
  hidden: { display: 'none' },
});

export interface AttachmentFieldProps {
  attachment: Attachment | undefined;
  onChange(attachment: Attachment | undefined): void;
  onRefused(): void;
}

/** The field for the one text file of a contact. */
export function AttachmentField({ attachment, onChange, onRefused }: AttachmentFieldProps) {
  const t = useT();
  const styles = useStyles();
  const picker = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const accept = (file: File): void => {
    if (/\.txt$/i.test(file.name) && file.size > 0) onChange({ name: file.name, file });
    else onRefused();
  };
  return (
    <div role="group" aria-label={t('attachment.title')} className={styles.line}>
      {attachment ? (
        <span className={styles.name}>
          <DocumentText20Regular aria-hidden="true" />
          {attachment.path ? (
            <a href={mediaUrl(attachment.path)} download={attachment.name} title={attachment.name}>
              {attachment.name}
            </a>
          ) : (
            <span title={attachment.name}>{attachment.name}</span>
          )}
        </span>
      ) : (
        <span className={styles.none}>{t('attachment.none')}</span>
      )}
      <Button ref={adder} size="small" icon={<Attach20Regular />} onClick={() => picker.current?.click()}>
        {t(attachment ? 'attachment.replace' : 'attachment.add')}
      </Button>
      {attachment && (
        <IconButton
          size="small"
          icon={<Delete20Regular />}
          label={t('attachment.remove', { name: attachment.name })}
          onClick={() => {
            // This button disappears with the file, so the focus moves to the one that adds.
            adder.current?.focus();
            onChange(undefined);
          }}
        />
      )}
      <input
        ref={picker}
        className={styles.hidden}
        type="file"
        accept=".txt"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) accept(chosen);
          // Without this, choosing the same file again fires no change.
          event.target.value = '';
        }}
      />
    </div>
  );
}
