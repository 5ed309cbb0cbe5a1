const prefix = 'connection:';
/** What the webhook's public address stands for. */
export const addressRef = (connectionId: number): string => `${prefix}${connectionId}`;
export const connectionIdOf = (ref: string): number => Number(ref.slice(prefix.length));
