import { useEffect, useState } from 'react';
import { mediaUrl } from '../index.ts';

/** A file that the server has. */
export interface KeptFile {
  name: string;
  mime: string;
  /** Where the server keeps it. */
  path: string;
}

export const mimeOf = (file: KeptFile | File): string => (file instanceof File ? file.type : file.mime);

/** Where a picture or film of a form can be shown from, also before it is anywhere but here. */
export const useFileAddress = (file: KeptFile | File | undefined): string | undefined => {
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    if (!(file instanceof File)) return undefined;
    const address = URL.createObjectURL(file);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return file instanceof File ? local : file && mediaUrl(file.path);
};
