import { invalid } from '@balcao/sdk/server';
import type { LegalField, LegalSettings } from '../../contract.ts';

/** CNJ names no rate: two requests a second for the whole installation are little for it and enough for us. */
const usual = '2';

/** The setting by which whoever runs the platform asks a source less or more often. */
export const paceField: LegalField = { key: 'perSecond', label: 'provider.perSecond', default: usual };

const read = (settings: LegalSettings): number => Number((settings['perSecond'] || usual).replace(',', '.'));

export const everyMs = (settings: LegalSettings): number => 1000 / read(settings);

/** Throws naming the field unless the pace can be kept. */
export const checkPace = (source: string, settings: LegalSettings): void => {
  const perSecond = read(settings);
  if (!(perSecond >= 0.1 && perSecond <= 100)) throw invalid({ [`${source}.perSecond`]: 'ERR_INVALID_VALUE' });
};
