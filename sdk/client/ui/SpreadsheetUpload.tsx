import { useEffect, useRef, useState, type DragEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DocumentTable24Regular } from '@fluentui/react-icons';
import { useErrorText } from '../index.ts';
import { asUtf8 } from './as-utf8.ts';
import { Bar } from './states.tsx';
import { ProgressBar } from './ProgressBar.tsx';

export interface SpreadsheetUploadProps {
  /**
   * Sends the file, a CSV file as UTF-8, and goes on to the next page. `onProgress` takes the part that has been sent,
   * from 0 to 1. `signal` is aborted when the page is left or hidden. An error is shown, and another file can be chosen.
   */
  upload(file: File, options: { onProgress(part: number): void; signal: AbortSignal }): Promise<void>;
  /** Largest size in bytes. */
  maxBytes: number;
  texts: {
    title: string;
    /** The kinds of files that may be dropped here. */
    text: string;
    choose: string;
    /** Shown while the file is sent. */
    sending: string;
    /** Shown while the server reads it. */
    reading: string;
    /** The file is no xlsx, xls or csv. */
    type: string;
    /** The file is larger than `maxBytes`. */
    large: string;
  };
}

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: '16px' },
  drop: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    padding: '40px 24px',
    textAlign: 'center',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    color: tokens.colorNeutralForeground3,
    '@media (max-width: 599px)': { padding: '24px 16px' },
  },
  over: { border: `1px dashed ${tokens.colorBrandForeground1}`, backgroundColor: tokens.colorSubtleBackgroundHover },
  title: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  button: { marginTop: '8px' },
  progress: { width: '240px' },
  hidden: { display: 'none' },
});

/** A field for one spreadsheet (xlsx, xls or csv), which is chosen or dropped and sent at once. */
export function SpreadsheetUpload({ upload, maxBytes, texts }: SpreadsheetUploadProps) {
  const errorText = useErrorText();
  const styles = useStyles();
  const picker = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const leaving = useRef<AbortController>(undefined);
  const [isOver, setOver] = useState(false);
  const [sending, setSending] = useState<{ name: string; part: number }>();
  const [fault, setFault] = useState<string>();

  // Leaving or hiding the page cancels the upload, so that nobody is taken back to it when it ends.
  useEffect(() => {
    const control = new AbortController();
    leaving.current = control;
    return () => control.abort();
  }, []);
  // The button is removed during the upload, and the focus with it.
  useEffect(() => {
    if (fault && document.activeElement === document.body) chooser.current?.focus();
  }, [fault]);

  const send = async (file: File): Promise<void> => {
    setFault(undefined);
    if (!/\.(xlsx|xls|csv)$/i.test(file.name)) return setFault(texts.type);
    if (file.size > maxBytes) return setFault(texts.large);
    const { signal } = leaving.current ?? new AbortController();
    setSending({ name: file.name, part: 0 });
    try {
      await upload(await asUtf8(file), { onProgress: (part) => setSending({ name: file.name, part }), signal });
    } catch (error) {
      setSending(undefined);
      if (!signal.aborted) setFault(errorText(error));
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !sending) void send(file);
  };

  return (
    <div className={styles.all}>
      {fault && (
        <Bar tone="bad" alert>
          {fault}
        </Bar>
      )}
      <div
        role="group"
        aria-label={texts.title}
        className={mergeClasses(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <DocumentTable24Regular aria-hidden="true" />
        <span className={styles.title}>{sending ? sending.name : texts.title}</span>
        <span>{sending ? (sending.part < 1 ? texts.sending : texts.reading) : texts.text}</span>
        {sending ? (
          <ProgressBar
            className={styles.progress}
            {...(sending.part < 1 && { value: sending.part })}
            aria-label={texts.sending}
          />
        ) : (
          <Button ref={chooser} className={styles.button} appearance="primary" onClick={() => picker.current?.click()}>
            {texts.choose}
          </Button>
        )}
        <input
          ref={picker}
          className={styles.hidden}
          type="file"
          accept=".xlsx,.xls,.csv"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void send(chosen);
            // Without this, choosing the same file again fires no change.
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
