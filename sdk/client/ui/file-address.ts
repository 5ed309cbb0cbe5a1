import { useEffect, useState } from 'react';
import { mediaUrl } from '../index.ts';

/** A file stored on the server. */
export interface UploadedFile {
  name: string;
  mime: string;
  /** Path of the file on the server. */
  path: string;
}

export const mimeOf = (file: UploadedFile | File): string => (file instanceof File ? file.type : file.mime);

/** Returns an address for previewing a form's picture or video, also before it is uploaded. */
export const useFileAddress = (file: UploadedFile | File | undefined): string | undefined => {
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    if (!(file instanceof File)) return undefined;
    const address = URL.createObjectURL(file);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return file instanceof File ? local : file && mediaUrl(file.path);
};
