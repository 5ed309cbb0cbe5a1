import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { downloadContentFromMessage } from 'baileys';
import type { Picture } from '../connection/worker-protocol.ts';
import type { Announced } from './content.ts';
import { isFileOfNetwork } from './socket.ts';
import { within } from './whole-responses.ts';

/** Limits of a download. */
export interface DownloadLimits {
  attempts: number;
  /** Per attempt. */
  milliseconds: number;
}
const usual: DownloadLimits = { attempts: 3, milliseconds: 60_000 };

const fetched = async ({ content, type, mime, name }: Announced, milliseconds: number): Promise<Picture> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-whatsapp-'));
  const file = join(folder, 'file');
  try {
    if (!isFileOfNetwork(content)) throw new Error('file has an address outside the network');
    const stream = await within(milliseconds, () => downloadContentFromMessage(content, type));
    await pipeline(stream, createWriteStream(file));
    return { type, file, name, mime };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

/** Downloads and deciphers a file to this computer’s disk; undefined when the network does not deliver it. */
export const download = async (
  announced: Announced,
  { attempts, milliseconds }: DownloadLimits = usual,
): Promise<Picture | undefined> => {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await fetched(announced, milliseconds);
    } catch {
      if (attempt < attempts) await sleep(500 * attempt);
    }
  }
  return undefined;
};
