import type { MessageFile, MessageView } from '../../../contract.ts';

/** The message once for each of its files, of one kind or all, as if it had that one alone: for what shows single files. */
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

/** Of one message and the same file of it. */
export const isSameFile = (one: MessageView, other: MessageView): boolean =>
  one.id === other.id && one.mediaUrl === other.mediaUrl;
