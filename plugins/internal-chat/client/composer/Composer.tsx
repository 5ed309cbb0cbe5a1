import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Attach20Regular, Mention20Regular, Mic20Regular, Send20Filled } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { api, lazyPart, useSession, useT, useToasts } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { draftOf, keepDraft } from '../data/drafts.ts';
import { send } from '../data/sending.ts';
import { replaceMessage } from '../data/thread.ts';
import { shortName } from '../data/words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ComposerChips } from './ComposerChips.tsx';
import EmojiButton from './EmojiButton.tsx';
import { MentionList } from './MentionList.tsx';
import { withIds, withNames } from './mention-text.ts';
import { typeIn } from './type-in.ts';
import { useFiles } from './useFiles.ts';
import { useMentions } from './useMentions.ts';

const RecorderBar = lazyPart(() => import('./RecorderBar.tsx'));
const accepted = '.png,.jpg,.jpeg,.xls,.xlsx,.pdf,.doc,.docx,.ppt,.pptx,.mp4,.mp3,.amr,.opu';

const useStyles = makeStyles({
  place: {
    position: 'relative',
    flexShrink: 0,
    padding: '0 24px 16px',
    '@media (max-width: 599px)': { padding: '0 8px 8px' },
  },
  tight: { padding: '0 12px 12px' },
  box: {
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-within': {
      border: `1px solid ${tokens.colorCompoundBrandStroke}`,
      boxShadow: `0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
    },
  },
  slim: { display: 'flex', alignItems: 'flex-end', flexWrap: 'wrap' },
  field: {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    maxHeight: '120px',
    padding: '10px 14px 4px',
    border: 'none',
    outline: 'none',
    resize: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
    '@media (max-width: 599px)': { fontSize: '16px' },
  },
  inline: {
    width: 'auto',
    flexGrow: 1,
    flexBasis: '100px',
    minWidth: 0,
    padding: '11px 4px 9px',
    '@media (max-width: 599px)': { fontSize: '16px', padding: '15px 4px 13px' },
  },
  tools: { display: 'flex', alignItems: 'center', gap: '2px', padding: '2px 6px 6px' },
  ends: { padding: '5px 4px' },
  gap: { flexGrow: 1 },
});

export interface ComposerProps {
  chat: ChatView;
  isNarrow: boolean;
  replying: ChatMessageView | null;
  onReplied(): void;
  editing: ChatMessageView | null;
  onEdited(): void;
  onEditLast(): void;
  onSent(): void;
  tell(state: 'typing' | 'recording' | 'paused'): void;
}

/** The field of a chat: text, mentions, files, voice. What was typed is kept as a draft, and by the outbox once it is sent. */
export function Composer(props: ComposerProps) {
  const { chat, isNarrow, replying, onReplied, editing, onEdited, onEditLast, onSent, tell } = props;
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { user } = useSession();
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [text, setPlainText] = useState(() => draftOf(user.id, chat.id));
  const { files, add, drop, clear } = useFiles();
  const [isRecording, setRecording] = useState(false);
  const setText = (next: string): void => {
    setPlainText(next);
    if (!editing) keepDraft(user.id, chat.id, next);
  };
  const mentions = useMentions(chat, field);

  const everyone = useRef(mentions.all);
  useEffect(() => {
    everyone.current = mentions.all;
  });
  useEffect(() => {
    if (editing) setPlainText(withNames(editing.message, [...everyone.current, ...editing.mentions]));
    else setPlainText(draftOf(user.id, chat.id));
    if (editing) field.current?.focus();
  }, [editing, user.id, chat.id]);
  useEffect(() => {
    if (replying) field.current?.focus();
  }, [replying]);
  const wasRecording = useRef(false);
  useEffect(() => {
    if (wasRecording.current && !isRecording) field.current?.focus();
    wasRecording.current = isRecording;
  }, [isRecording]);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(120, element.scrollHeight)}px`;
  }, [text, isRecording]);

  const edit = async (message: ChatMessageView, words: string): Promise<void> => {
    try {
      const at = `/chats/${chat.id}/messages/${message.id}`;
      replaceMessage(queries, await api.put<ChatMessageView>(at, { message: words, known: message.message }));
      onEdited();
    } catch (error) {
      toasts.error(error);
    }
  };
  const submit = (): void => {
    const words = withIds(text, [...mentions.all, ...(editing?.mentions ?? [])]).trim();
    if (editing) return void edit(editing, words);
    if (words === '' && files.length === 0) return;
    send({ chatId: chat.id, message: words, files, quoted: replying, ticketId: null });
    setText('');
    clear();
    mentions.close();
    onReplied();
    onSent();
    tell('paused');
    field.current?.focus();
  };
  const insert = (words: string): void => {
    if (field.current) typeIn(field.current, words);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
    const isEnter = event.key === 'Enter';
    if (isEnter && (event.ctrlKey || event.metaKey)) insert('\n');
    else if (isEnter && !event.shiftKey) submit();
    else if (event.key === 'ArrowUp' && text === '' && !editing) onEditLast();
    else if (event.key === 'Escape' && (editing || replying)) {
      onEdited();
      onReplied();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  };
  const area = (
    <textarea
      ref={field}
      className={mergeClasses(styles.field, isNarrow && styles.inline)}
      rows={1}
      maxLength={10_000}
      value={text}
      placeholder={t(chat.isDirect ? 'composer.to' : 'composer.message', { name: shortName(chat.title) })}
      aria-label={t('composer.label', { title: chat.title })}
      {...(mentions.isOpen && {
        'aria-controls': mentions.listId,
        'aria-activedescendant': `${mentions.listId}-${mentions.selected}`,
        'aria-autocomplete': 'list',
      })}
      onChange={({ target }) => {
        setText(target.value);
        mentions.update();
        tell(target.value === '' ? 'paused' : 'typing');
      }}
      onClick={mentions.update}
      onBlur={() => {
        mentions.close();
        tell('paused');
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
  const isEmpty = text.trim() === '' && files.length === 0;
  const attach = (
    <IconButton icon={<Attach20Regular />} label={t('composer.attach')} onClick={() => picker.current?.click()} />
  );
  const voice = (
    <IconButton
      icon={<Mic20Regular />}
      label={t('composer.record')}
      onClick={() => {
        setRecording(true);
        tell('recording');
      }}
    />
  );
  const sendButton = (
    <IconButton
      appearance="primary"
      icon={<Send20Filled />}
      label={t(editing ? 'composer.save' : 'composer.send')}
      disabled={isEmpty}
      onClick={submit}
    />
  );
  return (
    <div className={mergeClasses(styles.place, isNarrow && styles.tight)}>
      {mentions.isOpen && (
        <MentionList
          listId={mentions.listId}
          people={mentions.people}
          selected={mentions.selected}
          onPick={mentions.pick}
        />
      )}
      <div
        className={styles.box}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          add([...event.dataTransfer.files]);
        }}
      >
        <ComposerChips
          replying={replying}
          editing={editing}
          files={files}
          onDropReply={onReplied}
          onDropEdit={onEdited}
          onDropFile={drop}
        />
        {isRecording ? (
          <RecorderBar
            onSend={(file) => {
              send({ chatId: chat.id, message: '', files: [file], quoted: replying, ticketId: null });
              onSent();
            }}
            onClose={() => {
              setRecording(false);
              onReplied();
              tell('paused');
            }}
          />
        ) : isNarrow ? (
          <div className={styles.slim}>
            <span className={styles.ends}>{attach}</span>
            {area}
            <span className={styles.ends}>
              <EmojiButton onPick={insert} />
              {isEmpty && !editing ? voice : sendButton}
            </span>
          </div>
        ) : (
          <>
            {area}
            <div className={styles.tools}>
              {attach}
              <EmojiButton onPick={insert} />
              <IconButton
                icon={<Mention20Regular />}
                label={t('composer.mention')}
                onClick={() => insert(text === '' || /\s$/.test(text) ? '@' : ' @')}
              />
              <span className={styles.gap} />
              {voice}
              {sendButton}
            </div>
          </>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={accepted}
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}
