/** Day of the week and time: enough to see how far the clock was moved. */
export const clockText = (now: number, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(now);

/** Milliseconds until nine o'clock of the next working day: where offices are open. */
export const untilMorning = (now: number): number => {
  const morning = new Date(now);
  morning.setHours(9, 0, 0, 0);
  do morning.setDate(morning.getDate() + (morning.getTime() > now ? 0 : 1));
  while (morning.getTime() <= now);
  while (morning.getDay() === 0 || morning.getDay() === 6) morning.setDate(morning.getDate() + 1);
  return morning.getTime() - now;
};
