import { useState } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';

const maxBytes = 52_428_800;
const maxFiles = 10;

/** Files chosen for the next message. Pictures are compressed when it is sent, so that a quick Enter leaves none behind. */
export const useFiles = () => {
  const t = useT();
  const toasts = useToasts();
  const [files, setFiles] = useState<readonly File[]>([]);
  return {
    files,
    add: (chosen: Iterable<File>): void => {
      const list = [...chosen];
      if (list.some(({ size }) => size > maxBytes)) toasts.error(t('composer.tooLarge'));
      const fitting = list.filter(({ size }) => size <= maxBytes);
      if (files.length + fitting.length > maxFiles) toasts.error(t('composer.tooMany', { count: maxFiles }));
      setFiles((known) => [...known, ...fitting].slice(0, maxFiles));
    },
    drop: (file: File): void => setFiles((known) => known.filter((each) => each !== file)),
    clear: (): void => setFiles([]),
  };
};
