import { verifyInstallable, type InstallableJson } from '@balcao/sdk/build';
import type { Fault } from './faults.ts';

type InstalledFault = Omit<Fault, 'plugin'>;

const unbuilt: InstalledFault = {
  code: 'BUNDLE_DEVELOPMENT',
  message: 'it is source code and this is production',
  fix: 'Build it with npx balcao build, and install what lies in build/ then.',
};
const undescribed: InstalledFault = {
  code: 'BUNDLE_HASH',
  message: 'build.json is missing: nothing says what its files must be',
  fix: 'Install the plugin again from where it came, or build it again.',
};

export interface InstalledFiles {
  /** Absent when it was never built or has no description. */
  build: InstallableJson | undefined;
  faults: readonly InstalledFault[];
}

/**
 * Checks that the folder of an external plugin contains exactly what was built, before any of it is imported. A
 * plugin that was never built may run during development, and never in production.
 */
export const readInstalledFiles = async (
  folder: string,
  { production, isSource }: { production: boolean; isSource: boolean },
): Promise<InstalledFiles> => {
  const { build, faults } = await verifyInstallable(folder);
  if (build !== undefined || faults.length > 0) return { build, faults };
  return { build, faults: production ? [isSource ? unbuilt : undescribed] : [] };
};
