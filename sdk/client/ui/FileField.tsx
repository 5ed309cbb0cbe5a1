import { useEffect, useRef, useState, type DragEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Attach20Regular,
  Delete20Regular,
  Document20Regular,
  MusicNote220Regular,
  Video20Regular,
} from '@fluentui/react-icons';
import { mediaUrl, useT } from '../index.ts';
import { IconButton } from './IconButton.tsx';

export interface KeptFile {
  name: string;
  mime: string;
  /** Where the server keeps it. */
  path: string;
}

export interface FileFieldProps {
  /** What is kept now, or was just chosen. */
  file: KeptFile | File | undefined;
  /** As of an `<input type="file">`. */
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
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: tokens.colorNeutralForeground1 },
  hint: { fontSize: tokens.fontSizeBase200, '@media (hover: none)': { display: 'none' } },
  hidden: { display: 'none' },
});

/** A picture of what was chosen, before it is anywhere but here. */
const useAddress = (file: KeptFile | File | undefined): string | undefined => {
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    if (!(file instanceof File)) return undefined;
    const address = URL.createObjectURL(file);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return file instanceof File ? local : file && mediaUrl(file.path);
};

const mimeOf = (file: KeptFile | File): string => (file instanceof File ? file.type : file.mime);

/** One file: chosen, dropped, replaced or taken off. What becomes of it is up to the form. */
export function FileField({ file, accept, onChoose, onRemove, ...names }: FileFieldProps) {
  const t = useT('shell');
  const styles = useStyles();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const address = useAddress(file);
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
          <span className={styles.name} title={file.name}>
            {file.name}
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
          // The same file chosen again must count as a choice.
          event.target.value = '';
        }}
      />
    </div>
  );
}
