import { useRef, useState, type KeyboardEvent } from 'react';
import { Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { Attach20Regular, Dismiss16Regular, Document20Regular, Send20Filled } from '@fluentui/react-icons';
import { useT, useToasts } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

const mostBytes = 52_428_800;

const useStyles = makeStyles({
  composer: {
    flexShrink: 0,
    padding: '8px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: { display: 'flex', alignItems: 'flex-end', gap: '4px' },
  text: {
    flexGrow: 1,
    minWidth: 0,
    borderRadius: '18px',
    '& textarea': {
      minHeight: '36px',
      maxHeight: '108px',
      fieldSizing: 'content',
      paddingBlock: '8px',
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
    },
  },
  file: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '0 4px 6px 8px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  fileName: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export interface PhoneComposerProps {
  /** Whose phone it is, for those who listen. */
  name: string;
  onSend(body: string, file: File | undefined): void;
  onTyped(): void;
  onStopped(): void;
}

/** Where the person with the phone writes. Enter sends, Shift+Enter breaks the line. */
export function PhoneComposer({ name, onSend, onTyped, onStopped }: PhoneComposerProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const picker = useRef<HTMLInputElement>(null);
  const [body, setBody] = useState('');
  const [file, setFile] = useState<File>();

  const send = (): void => {
    if (body.trim() === '' && !file) return;
    onSend(body.trim(), file);
    setBody('');
    setFile(undefined);
    onStopped();
  };
  const attach = (chosen: File | undefined): void => {
    if (chosen && chosen.size > mostBytes) toasts.error('ERR_FILE_TOO_LARGE');
    else if (chosen) setFile(chosen);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={styles.composer}>
      {file && (
        <div className={styles.file}>
          <Document20Regular aria-hidden="true" />
          <span className={styles.fileName}>{file.name}</span>
          <IconButton
            size="small"
            icon={<Dismiss16Regular />}
            label={t('phone.detach', { name: file.name })}
            onClick={() => setFile(undefined)}
          />
        </div>
      )}
      <div className={styles.line}>
        <IconButton icon={<Attach20Regular />} label={t('phone.attach')} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('phone.attach')}
          onChange={(event) => {
            attach(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Textarea
          className={styles.text}
          appearance="filled-darker"
          resize="none"
          rows={1}
          value={body}
          aria-label={t('phone.write', { name })}
          placeholder={t('phone.placeholder')}
          onChange={(_, { value }) => {
            setBody(value);
            if (value.trim() !== '') onTyped();
          }}
          onBlur={onStopped}
          onKeyDown={onKeyDown}
        />
        <IconButton
          appearance="primary"
          shape="circular"
          icon={<Send20Filled />}
          label={t('phone.send')}
          disabledFocusable={body.trim() === '' && !file}
          onClick={send}
        />
      </div>
    </div>
  );
}
