import type { PanelPerson } from '../../panel.ts';

const minute = 60_000;

/**
 * Time from the first coming of today until now or the last sight. It is no sum of presence: only the first coming of a
 * day and the last sight are stored. Undefined: not here today.
 */
export const onlineToday = (
  { online, firstOnline, lastOnline }: Pick<PanelPerson, 'online' | 'firstOnline' | 'lastOnline'>,
  now: number,
  dayOf: (time: number) => string,
): { hours: number; minutes: number } | undefined => {
  if (firstOnline === null) return undefined;
  const first = Date.parse(firstOnline);
  if (dayOf(first) !== dayOf(now)) return undefined;
  const until = online || lastOnline === null ? now : Date.parse(lastOnline);
  const minutes = Math.max(0, Math.floor((until - first) / minute));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
};
