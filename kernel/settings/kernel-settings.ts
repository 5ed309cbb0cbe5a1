import type { SettingsManifest } from './declared.ts';

const megabyte = 1024 * 1024;

/** The kernel's own settings. */
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
    storageVisitorsShare: {
      type: 'integer',
      label: 'kernel.setting.storageVisitorsShare',
      help: 'kernel.setting.storageVisitorsShareHelp',
      section: 'settings.storage',
      default: 20,
      minimum: 0,
      maximum: 100,
      superOnly: true,
    },
  },
};

interface Settings {
  get(companyId: number, key: string): unknown;
}

/** Quota of a company's files, in bytes. */
export const quotaOf = (settings: Settings, companyId: number): number =>
  Number(settings.get(companyId, 'storageQuota')) * megabyte;

/** Share of the quota for files from the public, in bytes. */
export const anonymousShareOf = (settings: Settings, companyId: number): number =>
  (quotaOf(settings, companyId) * Number(settings.get(companyId, 'storageVisitorsShare'))) / 100;
