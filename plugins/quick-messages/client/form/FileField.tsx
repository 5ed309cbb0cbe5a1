import { useRef, useState, type DragEvent } from 'react';
import { Button, ProgressBar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Attach20Regular, Delete20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { FileMark } from '../FileMark.tsx';
import { acceptAttribute } from './attached-file.ts';

export interface FileFieldProps {
  /** What is attached now. */
  file: { name: string; mime: string } | undefined;
  /** 0 to 1 while it is being sent. */
  progress: number | undefined;
  onChoose(file: File): void;
  onRemove(): void;
  /** From the row that holds it. */
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
}

const useStyles = makeStyles({
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '48px',
    padding: '7px 8px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground3,
  },
  over: { border: `1px dashed ${tokens.colorCompoundBrandStroke}`, backgroundColor: tokens.colorSubtleBackgroundHover },
  file: { flexGrow: 1, minWidth: 0, paddingLeft: '4px', '& span': { color: tokens.colorNeutralForeground1 } },
  hint: { fontSize: tokens.fontSizeBase200, '@media (hover: none)': { display: 'none' } },
  hidden: { display: 'none' },
});

/** One file: chosen, dropped, replaced or taken off. */
export function FileField({ file, progress, onChoose, onRemove, ...names }: FileFieldProps) {
  const t = useT();
  const styles = useStyles();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div
      role="group"
      aria-labelledby={names['aria-labelledby']}
      aria-describedby={names['aria-describedby']}
      className={mergeClasses(styles.field, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {file && (
        <span className={styles.file}>
          <FileMark name={file.name} mime={file.mime} />
          {progress !== undefined && (
            <ProgressBar value={progress} aria-label={t('form.sending', { name: file.name })} />
          )}
        </span>
      )}
      <Button size="small" icon={<Attach20Regular />} onClick={() => picker.current?.click()}>
        {t(file ? 'form.replace' : 'form.attach')}
      </Button>
      {file ? (
        <IconButton
          size="small"
          icon={<Delete20Regular />}
          label={t('form.remove', { name: file.name })}
          onClick={onRemove}
        />
      ) : (
        <span className={styles.hint}>{t('form.drop')}</span>
      )}
      <input
        ref={picker}
        className={styles.hidden}
        type="file"
        accept={acceptAttribute}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChoose(chosen);
          // The same file chosen again must count as a choice.
          event.target.value = '';
        }}
      />
    </div>
  );
}
