/** Encodes samples as MP3 in a worker, so that typing is never delayed. */
import { Mp3Encoder } from '@breezystack/lamejs';

/** Bit rate of recordings, in kbit/s. */
const bitRate = 128;

export interface EncoderStart {
  sampleRate: number;
  /** Samples arrive here as Float32Array; null is the end. */
  samples: MessagePort;
}

const integers = (samples: Float32Array): Int16Array => {
  const result = new Int16Array(samples.length);
  for (const [index, sample] of samples.entries()) {
    const within = Math.max(-1, Math.min(1, sample));
    result[index] = within < 0 ? within * 0x8000 : within * 0x7fff;
  }
  return result;
};

self.onmessage = ({ data: { sampleRate, samples } }: MessageEvent<EncoderStart>) => {
  const encoder = new Mp3Encoder(1, sampleRate, bitRate);
  const parts: BlobPart[] = [];
  const keep = (part: Uint8Array): void => {
    // The encoder hands out a view of its own buffer, which it fills again.
    if (part.length > 0) parts.push(new Uint8Array(part));
  };
  samples.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
    if (data) return keep(encoder.encodeBuffer(integers(data)));
    keep(encoder.flush());
    self.postMessage(new Blob(parts, { type: 'audio/mpeg' }));
  };
};
