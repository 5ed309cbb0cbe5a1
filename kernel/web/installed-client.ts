import type { BuildJson } from '@balcao/sdk/build';

/** The built browser part of an installed plugin. */
export interface InstalledClient {
  readonly id: string;
  /** Folder of the plugin, with its build in `dist/`. */
  readonly dir: string;
  readonly build: BuildJson;
  /** True when it is part of the platform and in the same place as the host itself. */
  readonly firstParty?: boolean;
}

/** Returns the address of a plugin's entry, as `GET /api/platform/plugins` does. */
export const entryAddress = ({ id, build }: InstalledClient): string => `/plugins/${id}/${build.hash}/${build.entry}`;
