const prefix = 'balcao:';

/** Returns what Meta returns unchanged with the echo of a message: our id and the part. */
export const metadataOf = (messageId: number, part: number): string => `${prefix}${messageId}.${part}`;

/** Returns the message and part that an echo names; undefined for a message of another app. */
export const partIn = (metadata: string | undefined): { messageId: number; part: number } | undefined => {
  const [, messageId, part] = /^balcao:(\d{1,15})\.(\d{1,3})$/.exec(metadata ?? '') ?? [];
  return messageId === undefined ? undefined : { messageId: Number(messageId), part: Number(part) };
};
