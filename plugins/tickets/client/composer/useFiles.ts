import { useCallback, useState } from 'react';
import { compressImage, newId, useT, useToasts } from '@balcao/sdk/client';
import { saveDraftFile } from '../data/draft-attachments.ts';
import { acceptedExtensions, kindOf, refusalOf } from '../model/attachments.ts';
import { withFiles, withoutFile } from '../model/drafts.ts';
import type { Draft, DraftFile } from '../model/drafts.ts';
import { dropFile } from './useDraft.ts';

const ready = async (file: File): Promise<DraftFile> => {
  const light = await compressImage(file);
  const id = newId();
  void saveDraftFile(id, light);
  return { id, file: light, kind: kindOf(light), preview: URL.createObjectURL(light), caption: '' };
};

/**
 * Prepares files that are chosen, pasted or dropped for sending with the draft. They are added to the draft even if
 * another conversation is opened meanwhile.
 */
export function useFiles(change: (step: (draft: Draft) => Draft) => void) {
  const t = useT();
  const toasts = useToasts();
  const [preparing, setPreparing] = useState(0);

  const add = useCallback(
    async (files: readonly File[]): Promise<void> => {
      const accepted = files.filter((file) => {
        const refusal = refusalOf(file);
        if (refusal)
          toasts.error(t(`attachment.${refusal}`, { name: file.name, types: acceptedExtensions.join(', ') }));
        return !refusal;
      });
      if (accepted.length === 0) return;
      setPreparing((count) => count + 1);
      const added = await Promise.all(accepted.map(ready));
      change((draft) => withFiles(draft, added));
      setPreparing((count) => count - 1);
    },
    [change, t, toasts],
  );
  const remove = useCallback(
    (file: DraftFile): void => {
      dropFile(file);
      change((draft) => withoutFile(draft, file.id));
    },
    [change],
  );
  return { isPreparing: preparing > 0, add, remove };
}
