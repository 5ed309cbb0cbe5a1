const prefix = 'connection:';
/** Returns the reference under which the webhook's public address is issued. */
export const addressRef = (connectionId: number): string => `${prefix}${connectionId}`;
export const connectionIdOf = (ref: string): number => Number(ref.slice(prefix.length));
