import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limitMs = 60_000;

/** `FFMPEG_PATH`, or `ffmpeg` in the search path. */
const program = (): string => process.env['FFMPEG_PATH'] || 'ffmpeg';

/**
 * Converts audio for models that do not read its format: mp3, else wav, of 16 kHz and one channel. Undefined if ffmpeg
 * is not installed or cannot read it.
 */
export const asPlainAudio = async (audio: Uint8Array): Promise<Uint8Array | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-audio-'));
  try {
    const source = join(folder, 'source');
    await writeFile(source, audio);
    for (const [name, ...codec] of [
      ['audio.mp3', '-c:a', 'libmp3lame', '-b:a', '48k'],
      ['audio.wav', '-c:a', 'pcm_s16le'],
    ] as const) {
      const target = join(folder, name);
      try {
        // Restricts ffmpeg to this one file: a playlist must not refer it to other addresses.
        const input = ['-protocol_whitelist', 'file,pipe', '-i', source];
        await run(
          program(),
          ['-v', 'error', '-nostdin', '-y', ...input, '-vn', ...codec, '-ar', '16000', '-ac', '1', target],
          {
            timeout: limitMs,
            // No secrets of the server.
            env: { PATH: process.env['PATH'] ?? '' },
          },
        );
        return await readFile(target);
      } catch {
        // The next format.
      }
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
