import { mediaTypeOf, type Media, type MediaType } from '@balcao/connections/contract';
import type { MetaChannel } from '../../contract.ts';

const megabyte = 1024 * 1024;

/** Meta’s kinds of attachments. */
export type AttachmentKind = 'image' | 'audio' | 'video' | 'file';
interface Rule {
  kind: AttachmentKind;
  maxBytes: number;
}

const image = 'image/';
const onMessenger = (mime: string): Rule => {
  const type = mediaTypeOf(mime);
  return { kind: type === 'image' || type === 'audio' || type === 'video' ? type : 'file', maxBytes: 25 * megabyte };
};

const instagramTypes: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    ['jpeg', 'png', 'gif'].map((one) => [`${image}${one}`, { kind: 'image', maxBytes: 8 * megabyte } as const]),
  ),
  ...Object.fromEntries(
    ['aac', 'mp4', 'x-m4a', 'm4a', 'wav', 'x-wav', 'vnd.wave'].map((one) => [
      `audio/${one}`,
      { kind: 'audio', maxBytes: 25 * megabyte } as const,
    ]),
  ),
  ...Object.fromEntries(
    ['mp4', 'ogg', 'x-msvideo', 'quicktime', 'webm'].map((one) => [
      `video/${one}`,
      { kind: 'video', maxBytes: 25 * megabyte } as const,
    ]),
  ),
  'application/pdf': { kind: 'file', maxBytes: 25 * megabyte },
};

/** Largest file for each kind in the composer; larger ones are refused there, with the limit. */
export const mediaLimits: Partial<Record<MediaType, number>> = {
  image: 25 * megabyte,
  audio: 25 * megabyte,
  video: 25 * megabyte,
  document: 50 * megabyte,
};

/** Returns how a file is sent natively; undefined: it is sent as a link. */
export const nativeKind = (
  channel: MetaChannel,
  { mime, size }: Pick<Media, 'mime' | 'size'>,
): AttachmentKind | undefined => {
  const plain = mime.split(';')[0] ?? '';
  const rule = channel === 'instagram' ? instagramTypes[plain] : onMessenger(plain);
  return rule && size <= rule.maxBytes ? rule.kind : undefined;
};

/** Audio that Instagram plays only after a conversion: recordings of the composer are among it. */
export const needsConversion = (channel: MetaChannel, { mime, size }: Pick<Media, 'mime' | 'size'>): boolean =>
  channel === 'instagram' &&
  mime.startsWith('audio/') &&
  size <= 25 * megabyte &&
  nativeKind(channel, { mime, size }) === undefined;
