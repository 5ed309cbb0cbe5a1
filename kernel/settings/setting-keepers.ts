import type { Company, CurrentUser } from '@balcao/sdk/server';
import type { SettingValue } from './declared.ts';
import type { CompanySettings } from './settings.ts';
import type { ShownSetting } from './shown-setting.ts';

/** Settings whose values their plugins store themselves. */
export interface SettingKeepers {
  isKept(key: string, company: Company): boolean;
  /** Reads the value; undefined shows the default. */
  read(key: string, user: CurrentUser, company: Company): Promise<SettingValue | undefined>;
  write(key: string, value: SettingValue, user: CurrentUser, company: Company): Promise<void>;
}

/** Returns shown settings with the values of those that plugins store themselves. */
export const withKeeperValues = async <T extends ShownSetting>(
  shown: readonly T[],
  kept: SettingKeepers,
  settings: CompanySettings,
  { user, company }: { user: CurrentUser; company: Company },
): Promise<T[]> =>
  Promise.all(
    shown.map(async (setting) => {
      const { key } = setting;
      if (!kept.isKept(key, company)) return setting;
      const value = await kept.read(key, user, company);
      if (value === undefined) return setting;
      return settings.declared(key)?.schema.secret
        ? { ...setting, value: '', isSet: value !== '' }
        : { ...setting, value };
    }),
  );
