import { useRef, useState, type DragEvent } from 'react';
import { Button, ProgressBar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Attach20Regular,
  Delete20Regular,
  Document20Regular,
  MusicNote220Regular,
  Video20Regular,
} from '@fluentui/react-icons';
import { useT } from '../index.ts';
import { mimeOf, useFileAddress, type UploadedFile } from './file-address.ts';
import { IconButton } from './IconButton.tsx';

export interface FileFieldProps {
  /** The stored file, or the one just chosen. */
  file: UploadedFile | File | undefined;
  /** Sent share, 0 to 1, during an upload. */
  progress?: number | undefined;
  /** See `accept` of `<input type="file">`. */
  accept?: string;
  onChoose(file: File): void;
  onRemove(): void;
  id?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
}

const useStyles = makeStyles({
  field: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    minHeight: '48px',
    padding: '7px 8px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground3,
  },
  over: { border: `1px dashed ${tokens.colorCompoundBrandStroke}`, backgroundColor: tokens.colorSubtleBackgroundHover },
  file: { display: 'flex', alignItems: 'center', gap: '8px', flex: '1 1 160px', minWidth: 0 },
  mark: {
    width: '40px',
    height: '40px',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    objectFit: 'cover',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
  message: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: '4px' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: tokens.colorNeutralForeground1 },
  hint: { fontSize: tokens.fontSizeBase200, '@media (hover: none)': { display: 'none' } },
  hidden: { display: 'none' },
});

/** A field for one file: chosen, dropped, replaced or removed. The form decides what happens to it. */
export function FileField({ file, progress, accept, onChoose, onRemove, ...names }: FileFieldProps) {
  const t = useT('shell');
  const styles = useStyles();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const address = useFileAddress(file);
  const [kind] = file ? mimeOf(file).split('/') : [];
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  const Icon = kind === 'video' ? Video20Regular : kind === 'audio' ? MusicNote220Regular : Document20Regular;
  return (
    <div
      id={names.id}
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
          {kind === 'image' && address ? (
            <img className={styles.mark} src={address} alt="" />
          ) : (
            <span className={styles.mark} aria-hidden="true">
              <Icon />
            </span>
          )}
          <span className={styles.message}>
            <span className={styles.name} title={file.name}>
              {file.name}
            </span>
            {progress !== undefined && (
              <ProgressBar value={progress} aria-label={t('ui.file.sending', { name: file.name })} />
            )}
          </span>
        </span>
      )}
      <Button size="small" icon={<Attach20Regular />} onClick={() => picker.current?.click()}>
        {t(file ? 'ui.file.replace' : 'ui.file.choose')}
      </Button>
      {file ? (
        <IconButton
          size="small"
          icon={<Delete20Regular />}
          label={t('ui.file.remove', { name: file.name })}
          onClick={onRemove}
        />
      ) : (
        <span className={styles.hint}>{t('ui.file.drop')}</span>
      )}
      <input
        ref={picker}
        className={styles.hidden}
        type="file"
        {...(accept ? { accept } : {})}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChoose(chosen);
          // Choosing the same file again must fire a change event.
          event.target.value = '';
        }}
      />
    </div>
  );
}
