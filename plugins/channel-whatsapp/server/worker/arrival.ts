import { isJidGroup, type WAMessage, type WASocket } from 'baileys';
import type { Arrived, ArrivedMessage } from '../connection/worker-protocol.ts';
import type { MessageContent } from './content.ts';
import { download, type DownloadLimits } from './files.ts';
import { authorOf, chatOf } from './address-map.ts';

const milliseconds = (seconds: WAMessage['messageTimestamp']): number => Number(seconds ?? 0) * 1000 || Date.now();

/** Describes messages for the server: author, chat and content. */
export class Arrival {
  readonly #socket: WASocket;
  readonly #groups = new Map<string, string>();

  constructor(socket: WASocket) {
    this.#socket = socket;
    socket.ev.on('groups.update', (groups) => {
      for (const { id } of groups) if (id !== undefined) this.#groups.delete(id);
    });
  }

  async of({ key, pushName, messageTimestamp }: WAMessage): Promise<Arrived> {
    const { lidMapping } = this.#socket.signalRepository;
    const chat = key.remoteJid ?? '';
    const isGroup = isJidGroup(chat);
    return {
      id: key.id ?? '',
      chat: isGroup ? {} : await chatOf(lidMapping, key),
      ...(isGroup && { group: { id: chat.slice(0, chat.indexOf('@')), name: await this.#subject(chat) } }),
      from: await authorOf(lidMapping, key),
      fromMe: key.fromMe ?? false,
      name: pushName ?? '',
      at: milliseconds(messageTimestamp),
    };
  }

  /** Adds the message’s file, downloaded to this computer’s disk. */
  async withFile(
    by: Arrived,
    content: Extract<MessageContent, { is: 'message' }>,
    patience?: DownloadLimits,
  ): Promise<ArrivedMessage> {
    const { body, media: announced, data, quotedId, isForwarded, choice, missing } = content;
    const media = announced && (await download(announced, patience));
    return {
      ...by,
      body,
      ...(media && { media }),
      ...(data && { data }),
      ...(quotedId && { quotedId }),
      ...(isForwarded && { isForwarded }),
      ...(choice && { choice }),
      ...(announced && !media ? { missing: 'media' } : missing && { missing }),
    };
  }

  async #subject(group: string): Promise<string> {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    const { subject = '' } = await this.#socket.groupMetadata(group).catch(() => ({ subject: '' }));
    if (subject !== '') this.#groups.set(group, subject);
    return subject;
  }
}
