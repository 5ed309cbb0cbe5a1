import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const patienceMs = 60_000;

/**
 * A voice note, as telephones play it: ogg with opus. Undefined where ffmpeg is not installed or cannot read the file:
 * then it goes as an audio file.
 */
export const asVoice = async (file: string, mime: string, folder: string): Promise<string | undefined> => {
  if (mime.startsWith('audio/ogg')) return file;
  const voice = join(folder, 'voice.ogg');
  try {
    const codec = ['-c:a', 'libopus', '-b:a', '32k', '-ac', '1', '-application', 'voip'];
    await run('ffmpeg', ['-v', 'error', '-y', '-i', file, '-vn', ...codec, voice], { timeout: patienceMs });
    return voice;
  } catch {
    return undefined;
  }
};
