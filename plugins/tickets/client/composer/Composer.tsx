import { Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Attach20Regular, Send20Filled } from '@fluentui/react-icons';
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import { Contributed, Slot, usePoint, useSession, useT, useViewport } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { outboxOf } from '../data/outboxes.ts';
import { acceptAttribute } from '../model/attachments.ts';
import { shortName } from '../model/names.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { composerActionPoint, composerTriggerPoint } from '../parts.ts';
import { AttachmentTray } from './AttachmentTray.tsx';
import { EmojiButton } from './EmojiButton.tsx';
import { ReplyChip } from './ReplyChip.tsx';
import { useAttachments } from './useAttachments.ts';
import { useDraft } from './useDraft.ts';

const mostLines = 5;

const useStyles = makeStyles({
  place: {
    flexShrink: 0,
    width: '100%',
    maxWidth: '976px',
    marginInline: 'auto',
    padding: '0 16px 16px',
    position: 'relative',
    '@media (max-width: 599px)': { padding: '0 8px max(8px, env(safe-area-inset-bottom))' },
  },
  box: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '98px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: '10px',
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow2,
    transitionProperty: 'border-color',
    transitionDuration: tokens.durationFaster,
    ':focus-within': {
      border: `1px solid color-mix(in srgb, ${tokens.colorCompoundBrandStroke} 55%, ${tokens.colorNeutralStroke1})`,
    },
    '@media (max-width: 599px)': { minHeight: '82px' },
  },
  text: {
    flexGrow: 1,
    width: '100%',
    padding: '12px 14px 4px',
    border: 'none',
    outline: 'none',
    resize: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
  tools: { display: 'flex', alignItems: 'center', gap: '2px', padding: '4px 6px 6px', flexShrink: 0 },
  gap: { flexGrow: 1 },
  send: { minWidth: '32px', '@media (max-width: 599px)': { minWidth: '40px' } },
  hidden: { display: 'none' },
  trigger: {
    position: 'absolute',
    left: '16px',
    right: '16px',
    bottom: 'calc(100% - 8px)',
    maxHeight: '320px',
    overflowY: 'auto',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow16,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    zIndex: 3,
    '@media (max-width: 599px)': { left: '8px', right: '8px' },
  },
});

export interface ComposerHandle {
  focus(): void;
  attach(files: readonly File[]): void;
  /** Starts with this character where it opens something; else only takes the focus. */
  begin(character: string): void;
  /** Puts back what was sent and then called back. */
  takeBack(entry: OutboxEntry): void;
}

export interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  ticket: TicketView;
  /** Chosen in the thread to be answered. */
  quoted: MessageView | undefined;
  onQuote(message: MessageView | undefined): void;
  onTyping(isTyping: boolean): void;
}

/** Where the answer is written. Enter sends, Shift+Enter breaks the line, and nothing written is ever lost. */
export function Composer({ ref, ticket, quoted: chosen, onQuote, onTyping }: ComposerProps) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const { touch } = useViewport();
  const text = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { body, quoted, setBody, setQuoted, clear } = useDraft(user.id, ticket.id);
  const { attachments, isPreparing, add, remove, take } = useAttachments();
  const [closedTrigger, setClosedTrigger] = useState<string>();
  const triggers = usePoint(composerTriggerPoint);
  const trigger = triggers.find((item) => body.startsWith(item.character) && closedTrigger !== item.character);
  const maySend = (body.trim() !== '' || attachments.length > 0) && !isPreparing;

  useEffect(() => {
    if (chosen) {
      setQuoted(chosen);
      onQuote(undefined);
    }
  }, [chosen, onQuote, setQuoted]);
  useEffect(() => {
    if (closedTrigger && !body.startsWith(closedTrigger)) setClosedTrigger(undefined);
  }, [body, closedTrigger]);
  // A phone's keyboard would cover half of what was opened to be read.
  useEffect(() => {
    if (!touch) text.current?.focus({ preventScroll: true });
  }, [touch]);

  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    element.style.height = 'auto';
    const line = Number.parseFloat(getComputedStyle(element).lineHeight) || 20;
    element.style.height = `${Math.min(element.scrollHeight, line * mostLines + 16)}px`;
    element.style.overflowY = element.scrollHeight > line * mostLines + 17 ? 'auto' : 'hidden';
  }, [body]);

  const insert = useCallback(
    (piece: string): void => {
      const element = text.current;
      const from = element?.selectionStart ?? body.length;
      const to = element?.selectionEnd ?? body.length;
      setBody((known) => known.slice(0, from) + piece + known.slice(to));
      requestAnimationFrame(() => {
        element?.focus();
        element?.setSelectionRange(from + piece.length, from + piece.length);
      });
    },
    [body.length, setBody],
  );

  const say = useCallback(
    (said: string): void => {
      const files = take();
      const outbox = outboxOf(user.id);
      const common = { ticketId: ticket.id, userId: user.id };
      if (files.length === 0) {
        if (said.trim() === '') return;
        outbox.add({ ...common, body: said.trim(), quoted, file: null });
      }
      files.forEach(({ file, kind, preview }, index) =>
        outbox.add({
          ...common,
          body: index === 0 ? said.trim() : '',
          quoted: index === 0 ? quoted : null,
          file: { file, kind, preview },
        }),
      );
      clear();
      onTyping(false);
    },
    [clear, onTyping, quoted, take, ticket.id, user.id],
  );

  useImperativeHandle(
    ref,
    () => ({
      focus: () => text.current?.focus(),
      attach: (files) => void add(files),
      begin: (character) => {
        text.current?.focus();
        if (body === '' && triggers.some((item) => item.character === character)) setBody(character);
      },
      takeBack: (entry) => {
        setBody((known) => [entry.body, known].filter(Boolean).join('\n'));
        if (entry.quoted) setQuoted(entry.quoted);
        text.current?.focus();
      },
    }),
    [add, body, setBody, setQuoted, triggers],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !trigger) {
      event.preventDefault();
      if (maySend) say(body);
    }
    if (event.key === 'Escape') {
      if (trigger) setClosedTrigger(trigger.character);
      else if (quoted) setQuoted(null);
      else text.current?.blur();
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  };

  const placeholder =
    attachments.length > 0
      ? t('composer.caption')
      : touch
        ? t('composer.short')
        : t('composer.placeholder', { name: shortName(ticket.contact.name) });
  const partProps = { ticket, insert, send: say };
  return (
    <div className={styles.place}>
      {trigger && (
        <div className={styles.trigger}>
          <Contributed item={trigger}>
            <trigger.component
              ticket={ticket}
              query={body.slice(trigger.character.length)}
              pick={(picked) => {
                setBody(picked);
                text.current?.focus();
              }}
              close={() => setClosedTrigger(trigger.character)}
            />
          </Contributed>
        </div>
      )}
      <div className={styles.box}>
        {quoted && <ReplyChip quoted={quoted} contactName={ticket.contact.name} onRemove={() => setQuoted(null)} />}
        {attachments.length > 0 && <AttachmentTray attachments={attachments} onRemove={remove} />}
        <textarea
          ref={text}
          className={styles.text}
          rows={1}
          value={body}
          placeholder={placeholder}
          aria-label={t('composer.label', { name: ticket.contact.name })}
          enterKeyHint="send"
          spellCheck
          onChange={(event) => {
            setBody(event.target.value);
            onTyping(event.target.value.trim() !== '');
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => onTyping(false)}
        />
        <div className={styles.tools}>
          <IconButton icon={<Attach20Regular />} label={t('composer.attach')} onClick={() => picker.current?.click()} />
          <EmojiButton onPick={insert} />
          <Slot point={composerActionPoint} props={partProps} />
          <span className={styles.gap} />
          {isPreparing && <Spinner size="tiny" aria-label={t('attachment.preparing')} />}
          <IconButton
            className={styles.send}
            appearance={maySend ? 'primary' : 'subtle'}
            icon={<Send20Filled />}
            label={t('composer.send')}
            shortcut="Enter"
            disabledFocusable={!maySend}
            onClick={() => maySend && say(body)}
          />
        </div>
        <input
          ref={picker}
          className={mergeClasses(styles.hidden)}
          type="file"
          multiple
          accept={acceptAttribute}
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            // The same file chosen again must count as a choice.
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
