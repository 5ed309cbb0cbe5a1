import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Comment12Filled,
  Dismiss12Regular,
  Document20Regular,
  MusicNote220Regular,
  Video20Regular,
} from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useFormat, useT } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import { sizeText } from '@balcao/sdk/chat';
import type { DraftFile } from '../model/drafts.ts';

const useStyles = makeStyles({
  tray: {
    display: 'flex',
    gap: '8px',
    margin: 0,
    padding: '8px 10px 4px',
    overflowX: 'auto',
    listStyleType: 'none',
    flexShrink: 0,
  },
  count: {
    padding: '8px 12px 0',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  place: { position: 'relative', flexShrink: 0 },
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    width: '216px',
    height: '64px',
    padding: 0,
    paddingRight: '34px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    overflow: 'hidden',
    ':hover': { backgroundColor: tokens.colorNeutralBackground3Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  chosen: {
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    boxShadow: `inset 0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: ext.selected,
    ':hover': { backgroundColor: ext.selectedHover },
  },
  only: { cursor: 'default' },
  picture: { width: '64px', height: '64px', objectFit: 'cover', flexShrink: 0 },
  icon: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '64px',
    height: '64px',
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground4,
  },
  names: { minWidth: 0 },
  line: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  name: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightMedium,
  },
  below: {
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground3,
  },
  message: { marginRight: '4px', verticalAlign: '-2px', color: tokens.colorBrandForeground1 },
  remove: { position: 'absolute', top: '4px', right: '4px' },
});

const icons = { document: Document20Regular, audio: MusicNote220Regular, video: Video20Regular } as const;

export interface AttachmentTrayProps {
  files: readonly DraftFile[];
  /** The file whose caption is in the field. */
  selected: string | null;
  onSelect(id: string): void;
  onRemove(file: DraftFile): void;
}

/** The files to be sent, each with a caption of its own, which is edited in the field while the file is selected. */
export function AttachmentTray({ files, selected, onSelect, onRemove }: AttachmentTrayProps) {
  const styles = useStyles();
  const t = useT();
  const { number } = useFormat();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected, files.length]);
  const walk = (event: KeyboardEvent, at: number): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Delete' && files[at]) return onRemove(files[at]);
    const next = step === undefined ? undefined : files[at + step];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelectorAll<HTMLButtonElement>('[aria-pressed]')[at + (step ?? 0)]?.focus();
  };
  const isOnly = files.length === 1;
  return (
    <>
      {!isOnly && <div className={styles.count}>{t('attachment.count', { count: files.length })}</div>}
      <ul ref={list} className={styles.tray} aria-label={t('attachment.list')}>
        {files.map((draftFile, at) => {
          const { id, file, kind, preview, caption } = draftFile;
          const Icon = kind === 'image' ? undefined : icons[kind];
          const isChosen = id === selected;
          return (
            <li key={id} className={styles.place}>
              <button
                type="button"
                className={mergeClasses(styles.card, isChosen && !isOnly && styles.chosen, isOnly && styles.only)}
                aria-pressed={isChosen}
                aria-label={t('attachment.captionOf', { name: file.name })}
                tabIndex={isChosen ? 0 : -1}
                onClick={() => onSelect(id)}
                onKeyDown={(event) => walk(event, at)}
              >
                {Icon ? (
                  <span className={styles.icon}>
                    <Icon aria-hidden="true" />
                  </span>
                ) : (
                  <img className={styles.picture} src={preview} alt="" />
                )}
                <span className={styles.names}>
                  <span className={mergeClasses(styles.line, styles.name)} title={file.name}>
                    {file.name}
                  </span>
                  <span className={mergeClasses(styles.line, styles.below)}>
                    {!isOnly && caption.trim() !== '' ? (
                      <>
                        <Comment12Filled className={styles.message} aria-hidden="true" />
                        {caption}
                      </>
                    ) : (
                      sizeText(file.size, number)
                    )}
                  </span>
                </span>
              </button>
              <IconButton
                className={styles.remove}
                size="small"
                icon={<Dismiss12Regular />}
                label={t('attachment.remove', { name: file.name })}
                onClick={() => onRemove(draftFile)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
