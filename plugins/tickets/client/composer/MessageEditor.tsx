import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular, Edit16Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { IconButton, tint } from '@balcao/sdk/ui';
import type { MessageView } from '../../contract.ts';
import { useMessageActions } from '../message/useMessageActions.ts';
import { shorten } from '@balcao/sdk/chat';
import { ComposerField } from './ComposerField.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: '8px 8px 0',
    padding: '4px 4px 4px 9px',
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tint(5),
  },
  names: { flexGrow: 1, minWidth: 0, fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  title: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  was: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
  },
  foot: { display: 'flex', justifyContent: 'flex-end', gap: '8px', padding: '4px 8px 8px' },
});

export interface MessageEditorProps {
  message: MessageView;
  onLeave(): void;
}

/** Edits one's own message in place of the composer; the draft returns afterwards. */
export function MessageEditor({ message, onLeave }: MessageEditorProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const actions = useMessageActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState(message.body);
  const [isBusy, setBusy] = useState(false);
  const isSame = body.trim() === message.body.trim();
  useEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const save = async (): Promise<void> => {
    if (isBusy || body.trim() === '') return;
    if (isSame) return onLeave();
    setBusy(true);
    try {
      await actions.edit(message, body.trim());
      onLeave();
    } catch (error) {
      // The text stays, so that it can be tried again.
      toasts.error(error);
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  };
  const title = t(message.onlyInternal ? 'thread.editingNote' : 'thread.editing');
  return (
    <div role="group" aria-label={title} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <Edit16Regular aria-hidden="true" />
        <div className={styles.names}>
          <div className={styles.title}>{title}</div>
          <div className={styles.was}>{shorten(message.body, 200)}</div>
        </div>
        <IconButton size="small" icon={<Dismiss16Regular />} label={t('thread.leaveEdit')} onClick={onLeave} />
      </div>
      <ComposerField
        field={field}
        value={body}
        aria-label={t('thread.editTitle')}
        enterKeyHint="done"
        onChange={(event) => setBody(event.target.value)}
      />
      <div className={styles.foot}>
        <Button size="small" onClick={onLeave}>
          {t('thread.leaveEdit')}
        </Button>
        <Button
          size="small"
          appearance="primary"
          disabled={body.trim() === ''}
          disabledFocusable={isBusy}
          onClick={() => void save()}
        >
          {t('thread.save')}
        </Button>
      </div>
    </div>
  );
}
