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
  /** Absent: it was never built, or nothing describes it. */
  build: InstallableJson | undefined;
  faults: readonly InstalledFault[];
}

/**
 * Whether a plugin's folder from outside holds what was built and nothing else. Asked before any of it is imported.
 * What was never built may run while its author works on it, and never in production.
 */
export const readInstalledFiles = async (
  folder: string,
  { production, isSource }: { production: boolean; isSource: boolean },
): Promise<InstalledFiles> => {
  const { build, faults } = await verifyInstallable(folder);
  if (build !== undefined || faults.length > 0) return { build, faults };
  return { build, faults: production ? [isSource ? unbuilt : undescribed] : [] };
};
