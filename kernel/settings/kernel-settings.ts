import type { SettingsManifest } from './declared.ts';

const megabyte = 1024 * 1024;

/** The settings that the kernel itself acts on. */
export const kernelSettings: SettingsManifest = {
  id: 'kernel',
  title: 'settings.title',
  description: 'settings.title',
  settings: {
    storageQuota: {
      type: 'integer',
      label: 'kernel.setting.storageQuota',
      help: 'kernel.setting.storageQuotaHelp',
      section: 'settings.storage',
      default: 5000,
      minimum: 1,
      maximum: 100_000_000,
      superOnly: true,
    },
  },
};

/** Bytes of files a company may keep. */
export const quotaOf = (settings: { get(companyId: number, key: string): unknown }, companyId: number): number =>
  Number(settings.get(companyId, 'storageQuota')) * megabyte;
