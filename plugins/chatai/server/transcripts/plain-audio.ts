import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limitMs = 120_000;
/** Hours of speech are converted about a hundred times faster than they are heard. */
const partsLimitMs = 600_000;

/** `FFMPEG_PATH`, or `ffmpeg` in the search path. */
const program = (): string => process.env['FFMPEG_PATH'] || 'ffmpeg';

/** Restricts ffmpeg to this one file: a playlist must not refer it to other addresses. */
const inputOf = (source: string): string[] => ['-protocol_whitelist', 'file,pipe', '-i', source];
const plain = ['-ar', '16000', '-ac', '1'] as const;
const mp3 = ['-c:a', 'libmp3lame', '-b:a', '48k'] as const;

const convert = async (
  source: string,
  target: string,
  options: readonly string[],
  timeout = limitMs,
): Promise<void> => {
  await run(program(), ['-v', 'error', '-nostdin', '-y', ...inputOf(source), '-vn', ...options, ...plain, target], {
    timeout,
    // No secrets of the server.
    env: { PATH: process.env['PATH'] ?? '' },
  });
};

/** Works with the audio as a file in a folder of its own, which is deleted afterwards. */
const withFile = async <T>(audio: Uint8Array, work: (source: string, folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-audio-'));
  try {
    const source = join(folder, 'source');
    await writeFile(source, audio);
    return await work(source, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Converts audio for models that do not read its format: mp3, else wav, of 16 kHz and one channel. Undefined if ffmpeg
 * is not installed or cannot read it.
 */
export const asPlainAudio = (audio: Uint8Array): Promise<Uint8Array | undefined> =>
  withFile(audio, async (source, folder) => {
    for (const [name, ...codec] of [
      ['audio.mp3', ...mp3],
      ['audio.wav', '-c:a', 'pcm_s16le'],
    ] as const) {
      const target = join(folder, name);
      try {
        await convert(source, target, codec);
        return await readFile(target);
      } catch {
        // The next format.
      }
    }
    return undefined;
  });

/** Divides long audio into parts of 20 minutes, about 7 MB each. Undefined as for `asPlainAudio`. */
export const asParts = (audio: Uint8Array): Promise<Uint8Array[] | undefined> =>
  withFile(audio, async (source, folder) => {
    try {
      await convert(
        source,
        join(folder, 'part-%03d.mp3'),
        [...mp3, '-f', 'segment', '-segment_time', '1200'],
        partsLimitMs,
      );
    } catch {
      return undefined;
    }
    const names = (await readdir(folder)).filter((name) => /^part-\d+\.mp3$/.test(name)).toSorted();
    const parts: Uint8Array[] = [];
    for (const name of names) parts.push(await readFile(join(folder, name)));
    return parts.length === 0 ? undefined : parts;
  });
