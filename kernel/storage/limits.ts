/** Maximum size of a file that a person sends, in bytes. */
export const maxUploadBytes = 52_428_800;
/**
 * Maximum size of a file that a plugin stores, in bytes: the largest document that a provider delivers, so that
 * nothing received is lost.
 */
export const maxStoredBytes = 104_857_600;
/**
 * Maximum number of pixels of a picture. A photo of 50 MB from a current camera has as many; unpacked it needs far less
 * than the memory of a server.
 */
export const maxPixels = 100_000_000;

/**
 * Attachment types that people may send, by sniffed type: the specification's list, and what current recorders and
 * cameras produce.
 */
export const attachmentTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/3gpp',
  'audio/mpeg',
  'audio/amr',
  'audio/ogg',
  'audio/webm',
  'audio/mp4',
  'audio/aac',
  'audio/wav',
  'text/plain',
];
