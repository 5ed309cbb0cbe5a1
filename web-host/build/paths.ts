import { dirname, join } from 'node:path';

export const webHost: string = dirname(import.meta.dirname);
export const repository: string = dirname(webHost);
/** Output of the build: `host.json`, `host/` with every hashed file, `root/` with those of fixed names. */
export const dist: string = join(webHost, 'dist');
/** Folder of the repository's plugins, whose built browser parts lie beside their sources. */
export const pluginsFolder: string = join(repository, 'plugins');
