import { useState } from 'react';
import { compressImage, useT, useToasts } from '@balcao/sdk/client';

const maxBytes = 52_428_800;
const maxFiles = 10;

/** Files chosen for the next message. */
export const useFiles = () => {
  const t = useT();
  const toasts = useToasts();
  const [files, setFiles] = useState<readonly File[]>([]);
  return {
    files,
    add: async (chosen: Iterable<File>): Promise<void> => {
      const list = [...chosen];
      if (list.some(({ size }) => size > maxBytes)) toasts.error(t('composer.tooLarge'));
      const fitting = list.filter(({ size }) => size <= maxBytes);
      const ready = await Promise.all(
        fitting.map((file) => (file.type.startsWith('image/') ? compressImage(file) : file)),
      );
      if (files.length + ready.length > maxFiles) toasts.error(t('composer.tooMany', { count: maxFiles }));
      setFiles((known) => [...known, ...ready].slice(0, maxFiles));
    },
    drop: (file: File): void => setFiles((known) => known.filter((each) => each !== file)),
    clear: (): void => setFiles([]),
  };
};
