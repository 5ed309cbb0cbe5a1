import type { InstalledPlugin } from '../installed.ts';

/** What its author needs to hear, as plain text. In English, like the faults: it leaves the house. */
export const diagnosisOf = ({
  id,
  version,
  state,
  faults,
  refused,
  breakers,
  errors,
  loadMs,
}: InstalledPlugin): string =>
  [
    `${id} ${version}: ${state}${loadMs === null ? '' : `, loaded in ${Math.round(loadMs)} ms`}`,
    ...faults.map(({ code, message, fix }) => `${code}: ${message}\n  ${fix}`),
    ...(refused ? [`refused: ${refused.version}`] : []),
    ...(refused?.faults ?? []).map(({ code, message, fix }) => `${code}: ${message}\n  ${fix}`),
    ...breakers.map(({ where, what, since, until }) => `rests: ${where} ${what}, ${since} to ${until}`),
    `${errors.lastHour} errors in the last hour`,
    ...errors.recent.map(({ at, where, what, code, message }) => `${at} ${where} ${what} ${code}: ${message}`),
  ].join('\n');
