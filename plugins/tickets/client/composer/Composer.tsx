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
import { AttachmentTray } from './AttachmentTray.tsx';
import { ChannelOff } from './ChannelOff.tsx';
import { EditPlace } from './EditPlace.tsx';
import { Choices, type Highlighted } from './Choices.tsx';
import { composerKeys } from './composer-keys.ts';
import { ComposerField } from './ComposerField.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { useMention } from './mention/useMention.ts';
import { ModeTabs } from './ModeTabs.tsx';
import { placeholderOf } from './placeholder.ts';
import { ReplyChip } from './ReplyChip.tsx';
import { Trouble } from './recording/Trouble.tsx';
import type { RecordingTrouble } from './recording/recorder.ts';
import { typeIn } from './typeIn.ts';
import { useComposerHandle } from './useComposerHandle.ts';
import type { ComposerHandle } from './useComposerHandle.ts';
import { changeDraft, useDraft } from './useDraft.ts';
import { useFiles } from './useFiles.ts';
import { useSending } from './useSending.ts';
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

/** What the other side is told of the one who writes. */
export type Speaking = 'composing' | 'recording' | 'paused';

export interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  ticket: TicketView;
  /** The channel's module is switched off. */
  isOff: boolean;
  /** Hours after which the channel's window closed; undefined while it is open. */
  closedAfter: number | undefined;
  /** Chosen in the thread to be answered. */
  quoted: MessageView | undefined;
  onQuote(message: MessageView | undefined): void;
  onTyping(state: Speaking): void;
  /** Opens what this person said last, or noted last, to be changed; answers whether there is any. */
  onEditLast(isNote: boolean): boolean;
  /** What this person said and now changes, in the place of what is being written. */
  editing: MessageView | undefined;
  onEdited(): void;
}

/** Where the answer is written. Enter sends, Shift+Enter breaks the line, and nothing written is ever lost. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { ref, ticket, isOff, closedAfter, quoted: chosen, onQuote, onTyping, onEditLast, editing, onEdited } = props;
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
  const [trouble, setTrouble] = useState<RecordingTrouble>();
  const [highlighted, highlight] = useState<Highlighted>();

  // What was begun as a note stays one until it is left, also for whom notes are over: its words are no customer's.
  const { isNote } = draft;
  const mayNote = isNote || can('tickets-manager:sendinternalchats');
  const isClosed = (isOff || closedAfter !== undefined) && !isNote;
  const text = textOf(draft);
  const { quoted, files } = draft;
  const maySend = !isEmpty(draft) && !isPreparing && !isClosed;
  const hasSubject = useCapabilities(ticket.whatsappId).subjects === true && !isNote;
  const { trigger, opens, close: closeTrigger } = useTrigger(text);
  const mention = useMention(field, isNote && !isRecording);

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
  // A phone's keyboard would cover half of what was opened to be read.
  useEffect(() => {
    if (!touch) field.current?.focus({ preventScroll: true });
  }, [touch]);

  const insert = useCallback((piece: string): void => {
    // What was open over the field gives the focus back first.
    requestAnimationFrame(() => field.current && typeIn(field.current, piece));
  }, []);

  // A note is nobody's business outside, not even that somebody writes one.
  const tellTyping = useCallback((state: Speaking): void => onTyping(isNote ? 'paused' : state), [isNote, onTyping]);
  const stopTyping = useCallback(() => onTyping('paused'), [onTyping]);
  const { say, sendDraft, recorded } = useSending({
    ticketId: ticket.id,
    isNote,
    isClosed,
    draft: { change, take, latest },
    onSent: stopTyping,
  });

  const setNote = useCallback(
    (next: boolean): void => {
      if (!mayNote) return;
      change((known) => ({ ...known, isNote: next }));
      onTyping('paused');
      // Who writes has the focus already, and may have left the field by then.
      if (!touch && document.activeElement !== field.current) requestAnimationFrame(focus);
    },
    [change, focus, mayNote, onTyping, touch],
  );

  const stopRecording = useCallback(() => setRecording(false), []);
  const wasRecording = useRef(false);
  useEffect(() => {
    // The field is there again: one goes on where one was.
    if (wasRecording.current && !isRecording && !touch) focus();
    wasRecording.current = isRecording;
  }, [focus, isRecording, touch]);

  useComposerHandle({ ref, draft: { change, latest }, focus, add, opens });

  const onKeyDown = composerKeys({
    isChoosing: trigger !== undefined,
    isEmpty: text === '' && files.length === 0 && !quoted,
    send: () => maySend && sendDraft(),
    stepBack: () => {
      if (trigger) closeTrigger();
      else if (quoted) change((known) => ({ ...known, quoted: null }));
      else if (isNote) setNote(false);
      // In a dialog the focus must not leave for nowhere.
      else if (shortcuts) field.current?.blur();
      else return false;
      return true;
    },
    editLast: () => onEditLast(isNote),
  });
  const onBoxKeyDown = (event: KeyboardEvent): void => {
    if (!mayNote || !event.shiftKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'e') return;
    event.preventDefault();
    setNote(!isNote);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const { files: given, types } = event.clipboardData;
    const pasted = [...given];
    // Cells and paragraphs of an office come with a picture of themselves: what is wanted of them is their words.
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
    }),
    [insert, isNote, latest, say, setText, ticket],
  );
  const onFiles = useCallback((given: File[]) => void add(given), [add]);
  const onRecord = useCallback((): void => {
    setTrouble(undefined);
    setRecording(true);
  }, []);

  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) focus();
    wasEditing.current = editing !== undefined;
  }, [editing, focus]);
  const isOver = trigger !== undefined || mention.open !== undefined;
  const { name } = ticket.contact;
  const placeholder = placeholderOf({ draft, name, isNote, isShort: touch }, t);
  return (
    <DropArea onFiles={onFiles}>
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
            <EditPlace key={editing.id} message={editing} onLeave={onEdited} />
          </div>
        )}
        <div className={mergeClasses(styles.box, isNote && styles.note, editing && styles.away)}>
          {mayNote && (!touch || isClosed) && <ModeTabs isNote={isNote} onChange={setNote} />}
          {trouble && <Trouble trouble={trouble} onRetry={onRecord} onClose={() => setTrouble(undefined)} />}
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
            <WindowClosed ticket={ticket} hours={closedAfter ?? 0} mayNote={mayNote} onSent={() => undefined} />
          ) : isRecording ? (
            <PartBoundary>
              <RecorderBar
                onSend={(blob) => {
                  stopRecording();
                  void recorded(blob, true);
                }}
                onCancel={stopRecording}
                onTrouble={(why) => {
                  setTrouble(why);
                  stopRecording();
                }}
                onCutOff={(blob) => {
                  setRecording(false);
                  void recorded(blob, false);
                }}
                onSpeaking={(speaks) => tellTyping(speaks ? 'recording' : 'paused')}
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
                placeholder={placeholder}
                aria-label={t(isNote ? 'composer.noteLabel' : 'composer.label', { name })}
                aria-autocomplete={isOver && highlighted ? 'list' : undefined}
                aria-controls={isOver ? highlighted?.listId : undefined}
                aria-activedescendant={isOver ? highlighted?.optionId : undefined}
                enterKeyHint="send"
                onChange={(event) => {
                  setText(event.target.value);
                  tellTyping(event.target.value.trim() === '' ? 'paused' : 'composing');
                }}
                onSelect={mention.look}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
                onBlur={() => tellTyping('paused')}
              />
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
