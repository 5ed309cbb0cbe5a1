import type { SettingSchema } from '@balcao/sdk/server';
import type { SettingValue } from './declared.ts';

/** Returns whether a change loosens a protection or destroys something, as the setting declares. */
export const isCareful = ({ careful, secret }: SettingSchema, before: SettingValue, value: SettingValue): boolean => {
  if (careful === undefined || secret || value === before) return false;
  if (careful !== 'less') return careful.includes(value);
  return Number(value) > 0 && (Number(before) === 0 || Number(value) < Number(before));
};
