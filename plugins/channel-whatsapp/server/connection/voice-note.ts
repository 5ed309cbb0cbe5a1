import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const patienceMs = 60_000;

/** `FFMPEG_PATH`, or `ffmpeg` in the search path. */
const program = (): string => process.env['FFMPEG_PATH'] || 'ffmpeg';

/**
 * Converts audio to a voice note that phones play: ogg with opus. Returns undefined if ffmpeg is not installed or
 * cannot read the file, which is then sent as an audio file.
 */
export const asVoice = async (file: string, mime: string, folder: string): Promise<string | undefined> => {
  if (mime.startsWith('audio/ogg')) return file;
  const voice = join(folder, 'voice.ogg');
  try {
    const codec = ['-c:a', 'libopus', '-b:a', '32k', '-ar', '48000', '-ac', '1', '-application', 'voip'];
    // Restricts ffmpeg to this one file: a playlist must not refer it to other addresses.
    const input = ['-protocol_whitelist', 'file,pipe', '-i', file];
    await run(program(), ['-v', 'error', '-nostdin', '-y', ...input, '-vn', ...codec, '-f', 'ogg', voice], {
      timeout: patienceMs,
      // No secrets of the server.
      env: { PATH: process.env['PATH'] ?? '' },
    });
    return voice;
  } catch {
    return undefined;
  }
};
