/** Percentage of Meta’s quota from which calls slow down. */
const highUsage = 80;
const minute = 60;

const maximumOf = (value: unknown): number => {
  if (Array.isArray(value)) return Math.max(0, ...value.map(maximumOf));
  if (typeof value !== 'object' || value === null) return 0;
  const shares = ['call_count', 'total_time', 'total_cputime'].map(
    (name) => Number((value as Record<string, unknown>)[name]) || 0,
  );
  return Math.max(
    ...shares,
    ...Object.values(value).map((inner) => (typeof inner === 'object' ? maximumOf(inner) : 0)),
  );
};
const regainOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Number((value as Record<string, unknown>)['estimated_time_to_regain_access']) || 0;
  return Math.max(own, ...Object.values(value).map(regainOf));
};

const parsed = (header: string | null): unknown => {
  if (header === null) return undefined;
  try {
    return JSON.parse(header);
  } catch {
    return undefined;
  }
};

/**
 * Returns the seconds to pause by Meta’s usage headers: until access is regained, or a little from 80 % on, so that the
 * quota is not used up. Undefined: no pause.
 */
export const pauseOf = (headers: Headers): number | undefined => {
  const usages = ['x-app-usage', 'x-business-use-case-usage', 'x-page-usage'].map((name) => parsed(headers.get(name)));
  const regain = Math.max(...usages.map(regainOf));
  if (regain > 0) return Math.min(regain * minute, 3600);
  const share = Math.max(...usages.map(maximumOf));
  if (share < highUsage) return undefined;
  return share >= 100 ? minute : Math.ceil((share - highUsage + 1) / 4);
};
