import { audioKind } from './audio-kind.ts';

/** Bytes of a second of speech as phones record it, rather few: an estimate must not be too cheap. */
const bytesPerSecond: Readonly<Record<string, number>> = {
  'audio/ogg': 2_000,
  'audio/webm': 2_000,
  'audio/mp4': 4_000,
  'audio/mpeg': 4_000,
  'audio/wav': 32_000,
  'audio/flac': 30_000,
};
const opusRate = 48_000;

/** The samples up to the last page of an Ogg file, which its header counts; undefined unless it is Opus. */
const opusSeconds = (audio: Buffer): number | undefined => {
  const page = audio.lastIndexOf('OggS');
  if (audio.indexOf('OpusHead') < 0 || page < 0 || page + 14 > audio.length) return undefined;
  const samples = Number(audio.readBigInt64LE(page + 6));
  return samples > 0 ? samples / opusRate : undefined;
};

/** No recording of speech has fewer: a header that claims more seconds is wrong, or was made to use up a budget. */
const minBytesPerSecond = 500;

/** Estimates the seconds of audio by its header, else by its size, for providers that do not tell them. */
export const estimateSeconds = (bytes: Uint8Array): number =>
  Math.max(1, Math.min(claimedSeconds(bytes), bytes.length / minBytesPerSecond));

const claimedSeconds = (bytes: Uint8Array): number => {
  const audio = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { mime } = audioKind(bytes);
  if (mime === 'audio/ogg') {
    const seconds = opusSeconds(audio);
    if (seconds !== undefined) return seconds;
  }
  // A wave file says how many bytes a second has.
  const rate = mime === 'audio/wav' && audio.length >= 32 ? audio.readUInt32LE(28) : 0;
  return audio.length / (rate || (bytesPerSecond[mime] ?? 2_000));
};
