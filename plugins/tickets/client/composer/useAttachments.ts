import { useCallback, useEffect, useRef, useState } from 'react';
import { compressImage, useT, useToasts } from '@balcao/sdk/client';
import { kindOf, refusalOf } from '../model/attachments.ts';
import type { OutboxFile } from '../model/outbox.ts';

export interface Attachment extends OutboxFile {
  id: string;
}

/** Files chosen, pasted or dropped, made ready to be sent with what is written. */
export function useAttachments() {
  const t = useT();
  const toasts = useToasts();
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const [isPreparing, setPreparing] = useState(false);

  const add = useCallback(
    async (files: readonly File[]): Promise<void> => {
      const accepted = files.filter((file) => {
        const refusal = refusalOf(file);
        if (refusal) toasts.error(t(`attachment.${refusal}`, { name: file.name }));
        return !refusal;
      });
      if (accepted.length === 0) return;
      setPreparing(true);
      const ready = await Promise.all(
        accepted.map(async (file): Promise<Attachment> => {
          const light = await compressImage(file);
          return { id: crypto.randomUUID(), file: light, kind: kindOf(light), preview: URL.createObjectURL(light) };
        }),
      );
      setAttachments((known) => [...known, ...ready]);
      setPreparing(false);
    },
    [t, toasts],
  );
  const remove = useCallback((id: string): void => {
    setAttachments((known) =>
      known.filter((attachment) => {
        if (attachment.id === id) URL.revokeObjectURL(attachment.preview);
        return attachment.id !== id;
      }),
    );
  }, []);
  /** Hands them over: their previews live on in the bubbles. */
  const take = useCallback((): Attachment[] => {
    const taken = latest.current;
    latest.current = [];
    setAttachments([]);
    return taken;
  }, []);

  const latest = useRef<Attachment[]>([]);
  latest.current = attachments;
  useEffect(
    () => () => {
      for (const attachment of latest.current) URL.revokeObjectURL(attachment.preview);
    },
    [],
  );
  return { attachments, isPreparing, add, remove, take };
}
