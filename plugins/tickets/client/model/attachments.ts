import { extensionOf } from '@balcao/sdk/chat';

export const attachmentLimit = 52_428_800;

export const acceptedExtensions = [
  'png',
  'jpg',
  'jpeg',
  'xls',
  'xlsx',
  'pdf',
  'doc',
  'docx',
  'ppt',
  'pptx',
  'mp4',
  'mp3',
  'amr',
  'opu',
] as const;

export const acceptAttribute = acceptedExtensions.map((extension) => `.${extension}`).join(',');

export type AttachmentRefusal = 'tooLarge' | 'notAccepted' | 'empty';

export function refusalOf(file: Pick<File, 'name' | 'size'>): AttachmentRefusal | undefined {
  const extension = extensionOf(file.name);
  if (!acceptedExtensions.some((accepted) => accepted === extension)) return 'notAccepted';
  if (file.size > attachmentLimit) return 'tooLarge';
  return file.size === 0 ? 'empty' : undefined;
}

export function kindOf(file: Pick<File, 'name' | 'type'>): 'image' | 'audio' | 'video' | 'document' {
  const family = file.type.split('/')[0];
  if (family === 'image' || family === 'audio' || family === 'video') return family;
  return ['amr', 'opu', 'mp3'].includes(extensionOf(file.name)) ? 'audio' : 'document';
}

/** Recordings with fewer bytes are accidental and have no content. */
export const recordingMinimum = 10_000;
