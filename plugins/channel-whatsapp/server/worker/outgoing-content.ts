import type { AnyMessageContent, MiscMessageGenerationOptions, WAMessage } from 'baileys';
import type { Jid, Outgoing } from '../connection/worker-protocol.ts';

const withFile = ({ body, media }: Outgoing): AnyMessageContent | undefined => {
  if (!media) return undefined;
  const { type, file, name, mime, isVoice } = media;
  const from = { url: file };
  const caption = body === '' ? {} : { caption: body };
  if (type === 'image') return { image: from, mimetype: mime, ...caption };
  if (type === 'video') return { video: from, mimetype: mime, ...caption };
  if (type === 'sticker') return { sticker: from, mimetype: mime };
  if (type === 'audio')
    return isVoice ? { audio: from, ptt: true, mimetype: 'audio/ogg; codecs=opus' } : { audio: from, mimetype: mime };
  return { document: from, mimetype: mime, fileName: name, ...caption };
};

/**
 * Converts a message for the client library. Link previews are disabled: they would fetch any address that somebody
 * wrote.
 */
export const contentOf = (message: Outgoing): AnyMessageContent => {
  const content = withFile(message) ?? { text: message.body, linkPreview: null };
  return message.isForwarded ? { ...content, contextInfo: { isForwarded: true, forwardingScore: 1 } } : content;
};

/** Returns the text of a message whose file cannot have a caption. */
export const textBeside = ({ media, body }: Outgoing): string =>
  media && (media.type === 'audio' || media.type === 'sticker') ? body : '';

export const quoting = ({ quoted, to }: Outgoing, me: Jid): MiscMessageGenerationOptions => {
  if (!quoted) return {};
  const { id, fromMe, body } = quoted;
  const key = { remoteJid: to, id, fromMe, ...(fromMe && { participant: me }) };
  return { quoted: { key, message: { conversation: body } } satisfies WAMessage };
};
