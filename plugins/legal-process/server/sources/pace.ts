import { invalid } from '@balcao/sdk/server';
import type { LegalField, LegalSettings } from '../../contract.ts';

/** CNJ names no rate: two requests a second for the whole installation are little for it and enough for us. */
const usual = '2';

/** The setting by which whoever runs the platform asks a source less or more often. */
export const paceField: LegalField = { key: 'perSecond', label: 'provider.perSecond', default: usual };

const read = (settings: LegalSettings): number => Number((settings['perSecond'] || usual).replace(',', '.'));

export const everyMs = (settings: LegalSettings): number => 1000 / read(settings);

/** The same by the minute, as paid sources name their limits. */
export const perMinuteField = (most: string): LegalField => ({
  key: 'perMinute',
  label: 'provider.perMinute',
  default: most,
});

const perMinute = (settings: LegalSettings, most: number): number =>
  Number((settings['perMinute'] || String(most)).replace(',', '.'));

/** Milliseconds between two look-ups that make `requests` requests each. */
export const everyMsOf = (settings: LegalSettings, most: number, requests: number): number =>
  (60_000 / perMinute(settings, most)) * requests;

/** Throws naming the field unless the source allows the pace. */
export const checkPerMinute = (source: string, settings: LegalSettings, most: number): void => {
  const pace = perMinute(settings, most);
  if (!(pace >= 1 && pace <= most)) throw invalid({ [`${source}.perMinute`]: 'ERR_INVALID_VALUE' });
};

/** Throws naming the first secret that no header can carry. */
export const checkSecrets = (source: string, settings: LegalSettings, keys: readonly string[]): void => {
  const faulty = keys.find((key) => /[^\x21-\x7e]/.test(settings[key] ?? ''));
  if (faulty !== undefined) throw invalid({ [`${source}.${faulty}`]: 'ERR_INVALID_VALUE' });
};

/** Throws naming the field unless the pace can be kept. */
export const checkPace = (source: string, settings: LegalSettings): void => {
  const perSecond = read(settings);
  if (!(perSecond >= 0.1 && perSecond <= 100)) throw invalid({ [`${source}.perSecond`]: 'ERR_INVALID_VALUE' });
};
