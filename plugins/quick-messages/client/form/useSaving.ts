import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, compressImage } from '@balcao/sdk/client';
import type { QuickMessage } from '../../contract.ts';
import { quickMessagesKey } from '../useQuickMessageUpdates.ts';

/** The file of the form: the stored one, a newly chosen one, or none. */
export type FormFile = 'kept' | 'none' | File;

/** Stores a quick message and then its file. A step that succeeded is not repeated when a later one failed. */
export function useSaving(quickMessage: QuickMessage | undefined) {
  const queries = useQueryClient();
  const stored = useRef(quickMessage?.id);
  const storedFile = useRef<FormFile>(quickMessage?.mediaPath ? 'kept' : 'none');
  /** Upload progress from 0 to 1; undefined while nothing is uploaded. */
  const [progress, setProgress] = useState<number>();

  const saveFile = async (id: number, file: FormFile): Promise<void> => {
    if (file === 'kept' || file === storedFile.current) return;
    if (file === 'none') {
      await api.delete(`/quick-messages/${id}/media-upload`);
    } else {
      const form = new FormData();
      form.append('file', await compressImage(file));
      setProgress(0);
      try {
        await api.upload(`/quick-messages/${id}/media-upload`, form, { onProgress: setProgress });
      } finally {
        setProgress(undefined);
      }
    }
    storedFile.current = file;
  };
  const save = async (body: Record<string, unknown>, file: FormFile): Promise<void> => {
    try {
      if (stored.current === undefined) stored.current = (await api.post<QuickMessage>('/quick-messages', body)).id;
      else await api.put(`/quick-messages/${stored.current}`, body);
      await saveFile(stored.current, file);
    } finally {
      await queries.invalidateQueries({ queryKey: quickMessagesKey });
    }
  };
  return { save, progress };
}
