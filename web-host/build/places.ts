import { dirname, join } from 'node:path';

export const webHost: string = dirname(import.meta.dirname);
export const repository: string = dirname(webHost);
/** What the build writes: `host.json`, `host/` with every hashed file, `root/` with those of fixed names. */
export const dist: string = join(webHost, 'dist');
/** The built browser parts of a repository's plugins lie beside their sources. */
export const pluginsFolder: string = join(repository, 'plugins');
