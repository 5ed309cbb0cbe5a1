/** When sending goes on, by connection, in milliseconds since 1970: Meta’s quota is nearly used up. */
const pausedUntil = new Map<number, number>();

export const pauseFor = (connectionId: number, seconds: number): void => {
  if (pausedUntil.size > 10_000) pausedUntil.clear();
  pausedUntil.set(connectionId, Date.now() + seconds * 1000);
};
/** Returns the seconds left; 0: nothing is paused. */
export const pausedSeconds = (connectionId: number): number => {
  const left = (pausedUntil.get(connectionId) ?? 0) - Date.now();
  if (left <= 0) pausedUntil.delete(connectionId);
  return Math.max(0, Math.ceil(left / 1000));
};
