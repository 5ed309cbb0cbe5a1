import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const patienceMs = 60_000;

/** `FFMPEG_PATH`, or `ffmpeg` in the search path. */
const program = (): string => process.env['FFMPEG_PATH'] || 'ffmpeg';

/** Converts audio to m4a. Returns undefined if ffmpeg is not installed or cannot read the file. */
export const asM4a = async (audio: Buffer): Promise<Buffer<ArrayBuffer> | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-audio-'));
  const [source, target] = [join(folder, 'source'), join(folder, 'audio.m4a')];
  try {
    await writeFile(source, audio);
    // Restricts ffmpeg to this one file: a playlist must not refer it to other addresses.
    const input = ['-protocol_whitelist', 'file,pipe', '-i', source];
    await run(
      program(),
      ['-v', 'error', '-nostdin', '-y', ...input, '-vn', '-c:a', 'aac', '-b:a', '96k', '-f', 'ipod', target],
      {
        timeout: patienceMs,
        // No secrets of the server.
        env: { PATH: process.env['PATH'] ?? '' },
      },
    );
    return Buffer.from(await readFile(target));
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
