const limit = 52_428_800;

const accepted = ['png', 'jpg', 'jpeg', 'xls', 'xlsx', 'pdf', 'doc', 'docx', 'ppt', 'pptx', 'mp4', 'mp3', 'amr', 'opu'];
export const acceptAttribute = accepted.map((extension) => `.${extension}`).join(',');

export type FileFault = 'fileTooLarge' | 'fileNotAccepted' | 'fileEmpty';

/** Returns why a file cannot be attached, as a locale key under `fault`. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): FileFault | undefined {
  const extension = name.includes('.') ? name.split('.').at(-1)?.toLowerCase() : undefined;
  if (!accepted.some((one) => one === extension)) return 'fileNotAccepted';
  if (size > limit) return 'fileTooLarge';
  return size === 0 ? 'fileEmpty' : undefined;
}
