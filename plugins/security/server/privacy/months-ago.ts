/** Returns the same day of the month so many months ago; the last one, where that month is shorter. */
export const monthsAgo = (months: number): Date => {
  const day = new Date();
  const wanted = day.getUTCDate();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(wanted, last));
  return day;
};
