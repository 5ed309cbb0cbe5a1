const limit = 52_428_800;
/** Quality that pictures are kept with. */
const pictureQuality = 0.7;

const accepted = ['png', 'jpg', 'jpeg', 'xls', 'xlsx', 'pdf', 'doc', 'docx', 'ppt', 'pptx', 'mp4', 'mp3', 'amr', 'opu'];
export const acceptAttribute = accepted.map((extension) => `.${extension}`).join(',');

export type FileFault = 'fileTooLarge' | 'fileNotAccepted' | 'fileEmpty';

/** Why a file cannot be attached, as a locale key under `fault`. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): FileFault | undefined {
  const extension = name.includes('.') ? name.split('.').at(-1)?.toLowerCase() : undefined;
  if (!accepted.some((one) => one === extension)) return 'fileNotAccepted';
  if (size > limit) return 'fileTooLarge';
  return size === 0 ? 'fileEmpty' : undefined;
}

/** Makes a picture lighter before it travels; what cannot be read here and what would grow goes as it is. */
export async function lighter(file: File): Promise<File> {
  if (!/^image\/(jpeg|png)$/.test(file.type)) return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext('2d');
    if (!context) return file;
    // JPEG knows no transparency; black behind a signature would hide it.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', pictureQuality));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.(png|jpe?g)$/i, '')}.jpg`, { type: 'image/jpeg' });
  } finally {
    bitmap.close();
  }
}
