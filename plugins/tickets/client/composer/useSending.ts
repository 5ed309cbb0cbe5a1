import { useCallback, useMemo } from 'react';
import { newId, useSession, useT, useToasts } from '@balcao/sdk/client';
import { saveDraftFile } from '../data/draft-attachments.ts';
import { outboxOf } from '../data/outboxes.ts';
import { recordingMinimum } from '../model/attachments.ts';
import { isEmpty, textOf, withFiles } from '../model/drafts.ts';
import { changeDraft } from './useDraft.ts';
import type { useDraft } from './useDraft.ts';
import { useSignature } from './useSignature.ts';

const two = (part: number): string => String(part).padStart(2, '0');
const recordingName = (now: Date): string =>
  `audio-${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.mp3`;

export interface SendingOptions {
  ticketId: number;
  isNote: boolean;
  /** The channel accepts nothing now. */
  isClosed: boolean;
  draft: Pick<ReturnType<typeof useDraft>, 'change' | 'take' | 'latest'>;
  /** Called with the text that is about to be sent. */
  onSending(text: string): void;
  onSent(): void;
}

/** Passes what was written or recorded to the outbox, one message per file. */
export function useSending({ ticketId, isNote, isClosed, draft, onSending, onSent }: SendingOptions) {
  const t = useT();
  const toasts = useToasts();
  const { user } = useSession();
  const { isOn: isSigned, mayChoose } = useSignature();
  const { change, take, latest } = draft;
  const outgoing = useMemo(
    () => ({
      ticketId,
      userId: user.id,
      ...(isNote && { internal: true }),
      ...(!isNote && mayChoose && { signed: isSigned }),
    }),
    [isNote, isSigned, mayChoose, ticketId, user.id],
  );
  const say = useCallback(
    (text: string): void => {
      if (text.trim() === '' || isClosed) return;
      outboxOf(user.id).add({ ...outgoing, body: text.trim(), quoted: null, file: null });
    },
    [isClosed, outgoing, user.id],
  );
  const sendDraft = useCallback((): void => {
    if (isEmpty(latest.current)) return;
    onSending(textOf(latest.current));
    const { subject: written, body, quoted: answered, files: taken } = take();
    const subject = isNote ? '' : written.trim();
    const outbox = outboxOf(user.id);
    if (body.trim() !== '') outbox.add({ ...outgoing, subject, body: body.trim(), quoted: answered, file: null });
    for (const [at, { caption, ...file }] of taken.entries()) {
      const answers = at === 0 && body.trim() === '' ? answered : null;
      const above = at === 0 && body.trim() === '' ? subject : '';
      outbox.add({ ...outgoing, subject: above, body: caption.trim(), quoted: answers, file });
    }
    onSent();
  }, [isNote, latest, onSending, onSent, outgoing, take, user.id]);

  const recorded = useCallback(
    async (blob: Blob, isWhole: boolean): Promise<void> => {
      if (blob.size < recordingMinimum) return void toasts.info(t('recording.tooShort'));
      const id = newId();
      const file = new File([blob], recordingName(new Date()), { type: 'audio/mpeg' });
      await saveDraftFile(id, file);
      const preview = URL.createObjectURL(file);
      if (!isWhole) {
        const cutOff = { id, file, kind: 'audio', preview, caption: '' } as const;
        return changeDraft(user.id, ticketId, (known) => withFiles(known, [cutOff]));
      }
      const { quoted: answered } = latest.current;
      change((known) => ({ ...known, quoted: null }));
      outboxOf(user.id).add({ ...outgoing, body: '', quoted: answered, file: { id, file, kind: 'audio', preview } });
    },
    [change, latest, outgoing, t, ticketId, toasts, user.id],
  );
  return { say, sendDraft, recorded };
}
