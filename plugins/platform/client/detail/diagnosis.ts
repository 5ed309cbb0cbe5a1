import type { InstalledPlugin } from '../installed.ts';

/**
 * Returns a report for the plugin's author as plain text. In English, like the faults, because it leaves the company.
 */
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
