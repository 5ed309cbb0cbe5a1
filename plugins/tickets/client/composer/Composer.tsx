import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import { PartBoundary, lazyPart, useSession, useT, useViewport } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { ComposerPartProps, MessageView, TicketView } from '../../contract.ts';
import { isEmpty, textOf, withText } from '../model/drafts.ts';
import type { Draft } from '../model/drafts.ts';
import { useCapabilities } from '../data/useDirectory.ts';
import { DropArea } from '../conversation/DropArea.tsx';
import { useViewScope } from '../view/page-scope.ts';
import { AbovePlace } from './AbovePlace.tsx';
import { AttachmentTray } from './AttachmentTray.tsx';
import { ChannelOff } from './ChannelOff.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { Choices, type Highlighted } from './Choices.tsx';
import { composerKeys } from './composer-keys.ts';
import { ComposerField } from './ComposerField.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { useMention } from './mention/useMention.ts';
import { ModeTabs } from './ModeTabs.tsx';
import { placeholderOf } from './placeholder.ts';
import { ReplyChip } from './ReplyChip.tsx';
import { RecordingFailure } from './recording/RecordingFailure.tsx';
import type { RecordingProblem } from './recording/recorder.ts';
import { TextSizeNote } from './TextSizeNote.tsx';
import { useComposerHandle } from './useComposerHandle.ts';
import type { ComposerHandle } from './useComposerHandle.ts';
import { changeDraft, useDraft } from './useDraft.ts';
import { useFieldKeys } from './useFieldKeys.ts';
import { useFiles } from './useFiles.ts';
import { useInsert } from './useInsert.ts';
import { useSending } from './useSending.ts';
import { SuggestedNote } from './SuggestedMark.tsx';
import { useSuggested } from './useSuggested.ts';
import { useTrigger } from './useTrigger.ts';
import { WindowClosed } from './WindowClosed.tsx';

const RecorderBar = lazyPart(() => import('./recording/RecorderBar.tsx'));
const SubjectLine = lazyPart(() => import('./SubjectLine.tsx'));

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
    transitionProperty: 'border-color, background-color',
    transitionDuration: tokens.durationFaster,
    ':focus-within': {
      border: `1px solid color-mix(in srgb, ${tokens.colorCompoundBrandStroke} 55%, ${tokens.colorNeutralStroke1})`,
    },
    '@media (max-width: 599px)': { minHeight: '82px' },
  },
  away: { display: 'none' },
  note: {
    border: `1px solid ${ext.noteStroke}`,
    backgroundColor: ext.noteBg,
    ':focus-within': { border: `1px solid ${ext.noteAccent}` },
    '& textarea': { color: ext.noteText },
    '& textarea::placeholder': { color: ext.noteAccent },
  },
});

/** Presence that the customer is shown. */
export type TypingPresence = 'composing' | 'recording' | 'paused';

export interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  ticket: TicketView;
  /** The channel's module is switched off. */
  isOff: boolean;
  /** Length in hours of the channel's window that has closed; undefined while it is open. */
  closedAfter: number | undefined;
  /** It is closed because the customer wrote in public only. */
  isAfterPublic?: boolean;
  /** The message chosen to be answered. */
  quoted: MessageView | undefined;
  onQuote(message: MessageView | undefined): void;
  onTyping(state: TypingPresence): void;
  /** Opens this person's last message, or last internal note, for editing; returns false when there is none. */
  onEditLast(isNote: boolean): boolean;
  /** The message being edited, in place of the draft. */
  editing: MessageView | undefined;
  onEdited(messageId: number): void;
}

/** The composer. Enter sends, Shift+Enter breaks the line, and no text is ever lost. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const {
    ref,
    ticket,
    isOff,
    closedAfter,
    isAfterPublic,
    quoted: chosen,
    onQuote,
    onTyping,
    onEditLast,
    editing,
    onEdited,
  } = props;
  const styles = useStyles();
  const t = useT();
  const { user, can } = useSession();
  const { touch } = useViewport();
  const { shortcuts } = useViewScope();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, change, take, latest } = useDraft(user.id, ticket.id);
  const changeKept = useCallback(
    (step: (known: Draft) => Draft) => changeDraft(user.id, ticket.id, step),
    [ticket.id, user.id],
  );
  const { isPreparing, add, remove } = useFiles(changeKept);
  const [isRecording, setRecording] = useState(false);
  const [recordingProblem, setRecordingProblem] = useState<RecordingProblem>();
  const [highlighted, highlight] = useState<Highlighted>();

  // A draft that began as an internal note stays one, even when this person may not write notes any more: its text is
  // not meant for the customer.
  const { isNote } = draft;
  const mayNote = isNote || can('tickets-manager:sendinternalchats');
  const isClosed = (isOff || closedAfter !== undefined) && !isNote;
  const text = textOf(draft);
  const { quoted, files } = draft;
  const maySend = !isEmpty(draft) && !isPreparing && !isClosed;
  const hasSubject = useCapabilities(ticket.whatsappId).subjects === true && !isNote;
  const { trigger, opens, close: closeTrigger } = useTrigger(text);
  const mention = useMention(field, isNote && !isRecording);

  const isOver = trigger !== undefined || mention.open !== undefined;
  const focus = useCallback(() => field.current?.focus(), []);
  const setText = useCallback(
    (next: string | ((known: string) => string)) => change((known) => withText(known, next)),
    [change],
  );
  useEffect(() => {
    if (!chosen) return;
    const { id, body, fromMe, mediaType, user, participant } = chosen;
    change((known) => ({ ...known, quoted: { id, body, fromMe, mediaType, user, participant } }));
    onQuote(undefined);
  }, [chosen, change, onQuote]);
  // On a phone the keyboard would cover half of the conversation.
  useEffect(() => {
    // A draft is continued at its end.
    const { length } = field.current?.value ?? '';
    field.current?.setSelectionRange(length, length);
    if (!touch) field.current?.focus({ preventScroll: true });
  }, [touch]);

  const { marked, begin, sent, unedited } = useSuggested(user.id, ticket.id, text);
  const insert = useInsert(field, begin, unedited);

  // Nobody outside is shown that an internal note is being written.
  const reportTyping = useCallback(
    (state: TypingPresence): void => onTyping(isNote ? 'paused' : state),
    [isNote, onTyping],
  );
  const stopTyping = useCallback(() => onTyping('paused'), [onTyping]);
  const { say, sendDraft, recorded } = useSending({
    ticketId: ticket.id,
    isNote,
    isClosed,
    draft: { change, take, latest },
    onSent: stopTyping,
    onSending: sent,
  });

  const setNote = useCallback(
    (next: boolean): void => {
      if (!mayNote) return;
      change((known) => ({ ...known, isNote: next }));
      onTyping('paused');
      // The writer has the focus already, and may have left the field by then.
      if (!touch && document.activeElement !== field.current) requestAnimationFrame(focus);
    },
    [change, focus, mayNote, onTyping, touch],
  );

  const stopRecording = useCallback(() => setRecording(false), []);
  const wasRecording = useRef(false);
  useEffect(() => {
    // The field is back, so it gets the focus again.
    if (wasRecording.current && !isRecording && !touch) focus();
    wasRecording.current = isRecording;
  }, [focus, isRecording, touch]);

  useComposerHandle({ ref, draft: { change, latest }, focus, add, opens });

  const [above, setAbove] = useState<HTMLElement | null>(null);
  const { onKey, isHandled } = useFieldKeys();
  const composed = composerKeys({
    isChoosing: trigger !== undefined,
    isEmpty: text === '' && files.length === 0 && !quoted,
    send: () => maySend && sendDraft(),
    stepBack: () => {
      if (trigger) closeTrigger();
      else if (quoted) change((known) => ({ ...known, quoted: null }));
      else if (isNote) setNote(false);
      // In a dialog the focus must stay inside.
      else if (shortcuts) field.current?.blur();
      else return false;
      return true;
    },
    editLast: () => onEditLast(isNote),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!isOver && isHandled(event)) event.preventDefault();
    else composed(event);
  };
  const onBoxKeyDown = (event: KeyboardEvent): void => {
    if (!mayNote || !event.shiftKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'e') return;
    event.preventDefault();
    setNote(!isNote);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const { files: given, types } = event.clipboardData;
    const pasted = [...given];
    // Office programs copy cells and paragraphs together with a picture of them: the text is wanted.
    const isText = types.includes('text/html') && event.clipboardData.getData('text/plain').trim() !== '';
    if (pasted.length === 0 || isText) return;
    event.preventDefault();
    void add(pasted);
  };

  const part = useMemo(
    (): ComposerPartProps => ({
      ticket,
      isNote,
      text: () => textOf(latest.current),
      insert,
      send: say,
      clear: () => setText(''),
      focus,
      above,
      onKey,
    }),
    [above, focus, insert, isNote, latest, onKey, say, setText, ticket],
  );
  const onFiles = useCallback((given: File[]) => void add(given), [add]);
  const onRecord = useCallback((): void => {
    setRecordingProblem(undefined);
    setRecording(true);
  }, []);

  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) focus();
    wasEditing.current = editing !== undefined;
  }, [editing, focus]);
  const { name } = ticket.contact;
  const placeholder = placeholderOf({ draft, name, isNote, isShort: touch }, t);
  return (
    <DropArea onFiles={onFiles}>
      <AbovePlace ref={setAbove} isAway={editing !== undefined} />
      <div className={styles.place} role="group" aria-label={t('composer.group')} onKeyDown={onBoxKeyDown}>
        {!isClosed && !isRecording && !editing && (
          <Choices
            ticket={ticket}
            isNote={isNote}
            text={text}
            trigger={trigger}
            mention={mention}
            onPick={(picked) => {
              setText(picked);
              focus();
            }}
            onClose={closeTrigger}
            highlight={highlight}
          />
        )}
        {editing && (
          <div className={mergeClasses(styles.box, editing.onlyInternal && styles.note)}>
            <MessageEditor key={editing.id} message={editing} onLeave={() => onEdited(editing.id)} />
          </div>
        )}
        <div className={mergeClasses(styles.box, isNote && styles.note, editing && styles.away)}>
          {mayNote && (!touch || isClosed) && <ModeTabs isNote={isNote} onChange={setNote} />}
          {recordingProblem && (
            <RecordingFailure
              problem={recordingProblem}
              onRetry={onRecord}
              onClose={() => setRecordingProblem(undefined)}
            />
          )}
          {quoted && !isClosed && (
            <ReplyChip
              quoted={quoted}
              contactName={name}
              onRemove={() => {
                change((known) => ({ ...known, quoted: null }));
                focus();
              }}
            />
          )}
          {isClosed && isOff ? (
            <ChannelOff mayNote={mayNote} />
          ) : isClosed ? (
            <WindowClosed
              ticket={ticket}
              hours={closedAfter ?? 0}
              isAfterPublic={isAfterPublic ?? false}
              mayNote={mayNote}
              onSent={() => undefined}
            />
          ) : isRecording ? (
            <PartBoundary>
              <RecorderBar
                onSend={(blob) => {
                  stopRecording();
                  void recorded(blob, true);
                }}
                onCancel={stopRecording}
                onProblem={(why) => {
                  setRecordingProblem(why);
                  stopRecording();
                }}
                onCutOff={(blob) => {
                  setRecording(false);
                  void recorded(blob, false);
                }}
                onSpeaking={(speaks) => reportTyping(speaks ? 'recording' : 'paused')}
              />
            </PartBoundary>
          ) : (
            <>
              {hasSubject && (
                <PartBoundary>
                  <SubjectLine
                    value={draft.subject}
                    onChange={(subject) => change((known) => ({ ...known, subject }))}
                    onDone={focus}
                  />
                </PartBoundary>
              )}
              {files.length > 0 && (
                <AttachmentTray
                  files={files}
                  selected={draft.selected}
                  onSelect={(id) => {
                    change((known) => ({ ...known, selected: id }));
                    if (!touch) focus();
                  }}
                  onRemove={(file) => {
                    remove(file);
                    focus();
                  }}
                />
              )}
              <ComposerField
                field={field}
                value={text}
                marked={marked}
                placeholder={placeholder}
                aria-label={t(isNote ? 'composer.noteLabel' : 'composer.label', { name })}
                aria-autocomplete={isOver && highlighted ? 'list' : undefined}
                aria-controls={isOver ? highlighted?.listId : undefined}
                aria-activedescendant={isOver ? highlighted?.optionId : undefined}
                enterKeyHint="send"
                onChange={(event) => {
                  setText(event.target.value);
                  reportTyping(event.target.value.trim() === '' ? 'paused' : 'composing');
                }}
                onSelect={mention.update}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
                onBlur={() => reportTyping('paused')}
              />
              {marked !== undefined && <SuggestedNote />}
              {!isNote && <TextSizeNote ticket={ticket} text={text} />}
              <ComposerTools
                part={part}
                mayNote={mayNote}
                maySend={maySend}
                isPreparing={isPreparing}
                onNote={setNote}
                onFiles={onFiles}
                onRecord={onRecord}
                onSend={sendDraft}
              />
            </>
          )}
        </div>
      </div>
    </DropArea>
  );
});
