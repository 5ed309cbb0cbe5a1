/** Returns the storage key of a person's messages that the server does not have yet. */
export const unsentName = (userId: number): string => `balcao.outbox.${userId}`;
export const holdsUnsent = (userId: number): boolean => localStorage.getItem(unsentName(userId)) !== null;
