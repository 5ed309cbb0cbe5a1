import type { PluginManifest, Settings } from '@balcao/sdk/server';
import type { CompanySettings } from '../settings/settings.ts';

/**
 * A plugin uses a setting of another plugin. It is detected at the call, because the keys that code uses are known
 * only then.
 */
export class SettingUndeclared extends Error {
  override readonly name = 'SettingUndeclared';
  readonly code = 'SETTING_UNDECLARED';
  constructor(plugin: string, key: string, owner: string, isSecret: boolean) {
    const fix = isSecret
      ? `It is a secret of ${owner}'s: use a service of ${owner} instead.`
      : `Declare a setting of its own, or name ${owner} under requires or optional in the manifest of ${plugin}.`;
    super(`${plugin} uses the setting "${key}", which belongs to ${owner}. ${fix}`);
  }
}

/**
 * Settings of a company as one plugin may use them: its own, public ones of plugins that it names, module toggles, and
 * modules inside plugins.
 */
export const settingsFor = (
  settings: CompanySettings,
  companyId: number,
  manifest: PluginManifest | undefined,
): Settings => {
  const all = settings.forCompany(companyId);
  if (!manifest) return all;
  const { id } = manifest;
  const refuseOthers = (key: string): void => {
    const setting = settings.declared(key);
    if (!setting || setting.plugin === id || setting.switches !== undefined) return;
    const isModule = setting.schema.module === true;
    const isNamed = setting.plugin in { ...manifest.requires, ...manifest.optional };
    const isSecret = setting.schema.secret === true;
    if (isSecret || !(isNamed || isModule)) throw new SettingUndeclared(id, key, setting.plugin, isSecret);
  };
  return {
    get: (key) => {
      refuseOthers(key);
      return all.get(key);
    },
    set: async (key, value) => {
      refuseOthers(key);
      await all.set(key, value);
    },
  };
};
