import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const patienceMs = 60_000;

/** `FFMPEG_PATH`, or what the system finds under `ffmpeg`. */
const program = (): string => process.env['FFMPEG_PATH'] || 'ffmpeg';

/**
 * A voice note, as telephones play it: ogg with opus. Undefined where ffmpeg is not installed or cannot read the file:
 * then it goes as an audio file.
 */
export const asVoice = async (file: string, mime: string, folder: string): Promise<string | undefined> => {
  if (mime.startsWith('audio/ogg')) return file;
  const voice = join(folder, 'voice.ogg');
  try {
    const codec = ['-c:a', 'libopus', '-b:a', '32k', '-ar', '48000', '-ac', '1', '-application', 'voip'];
    // It is given one file, and must not follow what stands in it to another place.
    const input = ['-protocol_whitelist', 'file,pipe', '-i', file];
    await run(program(), ['-v', 'error', '-nostdin', '-y', ...input, '-vn', ...codec, '-f', 'ogg', voice], {
      timeout: patienceMs,
      // No secret of the server's is its business.
      env: { PATH: process.env['PATH'] ?? '' },
    });
    return voice;
  } catch {
    return undefined;
  }
};
