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

/** Bytes of files a company may keep. */
export const quotaOf = (settings: Settings, companyId: number): number =>
  Number(settings.get(companyId, 'storageQuota')) * megabyte;

/** Bytes of them that files of strangers may take. */
export const anonymousShareOf = (settings: Settings, companyId: number): number =>
  (quotaOf(settings, companyId) * Number(settings.get(companyId, 'storageVisitorsShare'))) / 100;
