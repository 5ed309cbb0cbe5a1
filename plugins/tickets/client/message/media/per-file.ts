import type { MessageFile, MessageView } from '../../../contract.ts';

/** Returns the message once for each of its files, of one kind or all, as if it had only that one. */
export const perFile = (message: MessageView, kind?: MessageFile['type']): MessageView[] => {
  if (message.files.length < 2) return kind === undefined || message.mediaType === kind ? [message] : [];
  return message.files
    .filter(({ type }) => kind === undefined || type === kind)
    .map((file) => ({
      ...message,
      mediaUrl: file.url,
      mediaType: file.type,
      mediaName: file.name,
      mediaSize: file.size,
      mediaMime: file.mime,
      files: [file],
    }));
};

/** True for the same file of the same message. */
export const isSameFile = (one: MessageView, other: MessageView): boolean =>
  one.id === other.id && one.mediaUrl === other.mediaUrl;
