import { useEffect, useRef, useState, type DragEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular, DocumentTable24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, ProgressBar } from '@balcao/sdk/ui';
import { useExampleSheet } from '../useExampleSheet.ts';
import { asUtf8 } from './as-utf8.ts';
import type { ListImport } from './list-import.ts';

const maxBytes = 20 * 1024 * 1024;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '760px' },
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
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  button: { marginTop: '8px' },
  progress: { width: '240px' },
  hidden: { display: 'none' },
});

/** The first step: a spreadsheet is chosen or dropped, uploaded and judged. */
export function FileStep({ listId }: { listId: number }) {
  const t = useT();
  const errorText = useErrorText();
  const styles = useStyles();
  const navigate = useNavigate();
  const downloadExample = useExampleSheet();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [sending, setSending] = useState<{ name: string; part: number }>();
  const [fault, setFault] = useState<string>();
  const leaving = useRef<AbortController>(undefined);

  // Leaving the page cancels the upload, so that nobody is taken back to it when it ends.
  useEffect(() => {
    const control = new AbortController();
    leaving.current = control;
    return () => control.abort();
  }, []);

  const upload = async (file: File): Promise<void> => {
    setFault(undefined);
    if (!/\.(xlsx|xls|csv)$/i.test(file.name)) return setFault(t('import.file.type'));
    if (file.size > maxBytes) return setFault(t('import.file.large'));
    setSending({ name: file.name, part: 0 });
    const signal = leaving.current?.signal;
    try {
      const form = new FormData();
      form.append('review', 'true');
      form.append('file', await asUtf8(file));
      const made = await api.upload<ListImport>(`/contact-lists/${listId}/upload`, form, {
        onProgress: (part) => setSending({ name: file.name, part }),
        ...(signal && { signal }),
      });
      if (!signal?.aborted) void navigate(`/contact-lists/${listId}/import/${made.id}`);
    } catch (error) {
      if (signal?.aborted) return;
      setFault(errorText(error));
      setSending(undefined);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !sending) void upload(file);
  };

  return (
    <div className={styles.column}>
      {fault && (
        <Bar tone="bad" alert>
          {fault}
        </Bar>
      )}
      <div
        role="group"
        aria-label={t('import.file.title')}
        className={mergeClasses(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <DocumentTable24Regular aria-hidden="true" />
        <span className={styles.title}>{sending ? sending.name : t('import.file.title')}</span>
        <span>
          {sending ? t(sending.part < 1 ? 'import.file.sending' : 'import.file.reading') : t('import.file.text')}
        </span>
        {sending ? (
          <ProgressBar
            className={styles.progress}
            {...(sending.part < 1 ? { value: sending.part } : {})}
            aria-label={t('import.file.sending')}
          />
        ) : (
          <Button className={styles.button} appearance="primary" onClick={() => picker.current?.click()}>
            {t('import.file.choose')}
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
            if (chosen) void upload(chosen);
            // Without this, choosing the same file again fires no change.
            event.target.value = '';
          }}
        />
      </div>
      <div>
        <Button appearance="subtle" icon={<ArrowDownload20Regular />} onClick={downloadExample}>
          {t('import.example.download')}
        </Button>
      </div>
    </div>
  );
}
