/** Number of bars in a waveform. */
export const bars = 48;
/** Size in bytes above which a recording is not decoded for its waveform; it still plays. */
const decodeLimit = 4_000_000;

const known = new Map<string, Promise<number[] | undefined>>();

async function measure(address: string): Promise<number[] | undefined> {
  const response = await fetch(address);
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > decodeLimit) return undefined;
  const context = new OfflineAudioContext(1, 1, 8000);
  const sound = await context.decodeAudioData(await response.arrayBuffer());
  return peaks(sound.getChannelData(0), bars);
}

/** Returns the loudest sample of each section, relative to the loudest of all, from 0 to 1. */
export function peaks(samples: Float32Array, count: number): number[] {
  const share = Math.max(1, Math.floor(samples.length / count));
  // A sample of the samples is enough to see the shape.
  const step = Math.max(1, Math.floor(share / 200));
  const loudest = Array.from({ length: count }, (_, bar) => {
    let top = 0;
    for (let at = bar * share; at < Math.min(samples.length, (bar + 1) * share); at += step) {
      top = Math.max(top, Math.abs(samples[at] ?? 0));
    }
    return top;
  });
  const peak = Math.max(...loudest, 0.001);
  return loudest.map((top) => top / peak);
}

/** Returns the waveform of a recording; undefined if it is too large or the browser cannot decode it. */
export function waveformOf(address: string): Promise<number[] | undefined> {
  const measured = known.get(address) ?? measure(address).catch(() => undefined);
  known.set(address, measured);
  return measured;
}
