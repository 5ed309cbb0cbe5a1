import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  Attach20Regular,
  LockClosed20Filled,
  LockClosed20Regular,
  Mic20Regular,
  Send20Filled,
} from '@fluentui/react-icons';
import { memo, useRef } from 'react';
import { Slot, useT, useViewport } from '@balcao/sdk/client';
import { IconButton, ext, Spinner } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '../../contract.ts';
import { acceptAttribute } from '../model/attachments.ts';
import { composerActionPoint } from '../parts.ts';
import { EmojiButton } from './EmojiButton.tsx';
import { noteKeys } from './ModeTabs.tsx';
import { SignatureButton } from './SignatureButton.tsx';
import { useSignature } from './useSignature.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', alignItems: 'center', gap: '2px', padding: '4px 6px 6px', flexShrink: 0 },
  // However many buttons plugins add, the one that sends stays in its place.
  adding: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    flexGrow: 1,
    minWidth: 0,
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
  ending: { display: 'flex', alignItems: 'center', gap: '2px', flexShrink: 0 },
  send: { minWidth: '32px', '@media (max-width: 599px)': { minWidth: '40px' } },
  noteSend: {
    backgroundColor: ext.noteAccent,
    color: ext.noteBg,
    ':hover': { backgroundColor: ext.noteText, color: ext.noteBg },
    ':active': { backgroundColor: `${ext.noteText} !important`, color: `${ext.noteBg} !important` },
  },
  noteOn: { color: ext.noteAccent },
  hidden: { display: 'none' },
});

export interface ComposerToolsProps {
  /** What contributed buttons are given. */
  part: ComposerPartProps;
  mayNote: boolean;
  maySend: boolean;
  isPreparing: boolean;
  onNote(isNote: boolean): void;
  onFiles(files: File[]): void;
  onRecord(): void;
  onSend(): void;
}

/** The buttons under the field. They are not drawn again for a key. */
export const ComposerTools = memo(function ComposerTools(props: ComposerToolsProps) {
  const { part, mayNote, maySend, isPreparing, onNote, onFiles, onRecord, onSend } = props;
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const signature = useSignature();
  const picker = useRef<HTMLInputElement>(null);
  const { isNote } = part;
  return (
    <div className={styles.tools}>
      <div className={styles.adding}>
        <IconButton icon={<Attach20Regular />} label={t('composer.attach')} onClick={() => picker.current?.click()} />
        <EmojiButton onPick={part.insert} />
        <Slot point={composerActionPoint} props={part} inline />
        {touch && mayNote && (
          <IconButton
            className={mergeClasses(isNote && styles.noteOn)}
            icon={isNote ? <LockClosed20Filled /> : <LockClosed20Regular />}
            label={t(isNote ? 'composer.toMessage' : 'composer.toNote')}
            shortcut={noteKeys}
            aria-pressed={isNote}
            onClick={() => onNote(!isNote)}
          />
        )}
      </div>
      <div className={styles.ending}>
        {isPreparing && <Spinner size="tiny" aria-label={t('attachment.preparing')} />}
        {!isNote && <SignatureButton signature={signature} />}
        <IconButton icon={<Mic20Regular />} label={t('composer.record')} onClick={onRecord} />
        <IconButton
          className={mergeClasses(styles.send, isNote && maySend && styles.noteSend)}
          appearance={maySend ? 'primary' : 'subtle'}
          icon={<Send20Filled />}
          label={t(isNote ? 'composer.sendNote' : 'composer.send')}
          shortcut="Enter"
          disabledFocusable={!maySend}
          onClick={() => maySend && onSend()}
        />
      </div>
      <input
        ref={picker}
        className={styles.hidden}
        type="file"
        multiple
        accept={acceptAttribute}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file chosen again must count as a choice.
          event.target.value = '';
        }}
      />
    </div>
  );
});
