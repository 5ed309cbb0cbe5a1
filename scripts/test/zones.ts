import path from 'node:path';

/** The part of the repository a file belongs to, and the end at which it runs. */
export interface Zone {
  part: 'embedded-postgres' | 'kernel' | 'sdk' | 'web-host' | 'scripts' | 'plugin' | 'npm' | 'node';
  /** Id of the plugin. */
  plugin?: string;
  /** `both`: pure data, types and references loaded by server and browser alike. */
  end: 'server' | 'browser' | 'both' | 'any';
  /** Path in the repository, or the package's name. */
  path: string;
}

const serverPackages =
  /^(koa|koa-body|@koa\/|pg$|pg-|@mikro-orm\/|kysely|socket\.io$|@socket\.io\/|agenda|@agendajs\/|awilix|mongodb|redis|pino|nodemailer|sharp|file-type|@node-rs\/|jose|prom-client|@aws-sdk\/|embedded-postgres|ajv)/;
const browserPackages =
  /^(react$|react\/|react-|@fluentui\/|@griffel\/|jotai|@tanstack\/react|@xyflow\/|socket\.io-client|tsyringe|@fontsource)/;

/** Returns the zone of a file of this repository, by its path from the root. */
export function zoneOfFile(file: string): Zone {
  const [top = '', second = '', third] = file.split('/');
  const test = /\.(test|e2e)\.tsx?$/.test(file) || /\/test\//.test(file);
  if (top === 'kernel' || top === 'embedded-postgres') return { part: top, end: 'server', path: file };
  if (top === 'scripts') return { part: 'scripts', end: 'any', path: file };
  if (top === 'web-host') {
    // A plain module beside the folders is read by the build as well.
    const end =
      test || (third === undefined && second.endsWith('.ts')) ? 'any' : second === 'build' ? 'server' : 'browser';
    return { part: 'web-host', end, path: file };
  }
  if (top === 'sdk') {
    const ends: Record<string, Zone['end']> = { server: 'server', build: 'server', client: 'browser', shared: 'both' };
    return { part: 'sdk', end: test ? 'any' : (ends[second] ?? 'any'), path: file };
  }
  const ends: Record<string, Zone['end']> = { server: 'server', migrations: 'server', client: 'browser' };
  const neutral = third === 'contract.ts' || third === 'manifest.ts' || third === 'locales';
  return {
    part: 'plugin',
    plugin: second,
    end: test ? 'any' : neutral ? 'both' : (ends[third ?? ''] ?? 'any'),
    path: file,
  };
}

const sdkEntries: Record<string, string> = {
  '': 'sdk/shared/contract.ts',
  contract: 'sdk/shared/contract.ts',
  colors: 'sdk/shared/colors.ts',
  manifest: 'sdk/shared/manifest.ts',
  'manifest-schema': 'sdk/shared/manifest-schema.ts',
  version: 'sdk/shared/version.ts',
  ui: 'sdk/client/ui/index.ts',
  chat: 'sdk/client/chat/index.ts',
};

/** Returns the zone that `specifier` in `file` resolves to. */
export function zoneOfImport(file: string, specifier: string): Zone {
  if (specifier.startsWith('.')) return zoneOfFile(path.posix.join(path.posix.dirname(file), specifier));
  if (specifier.startsWith('node:')) return { part: 'node', end: 'server', path: specifier };
  if (specifier.startsWith('@balcao/')) {
    const [, name = '', ...rest] = specifier.split('/');
    const inside = rest.join('/');
    if (name === 'sdk') return zoneOfFile(sdkEntries[inside] ?? `sdk/${inside}/index.ts`);
    if (name === 'testing' || name === 'cli') return zoneOfFile(`sdk/${name}/${inside || 'index'}.ts`);
    if (name === 'kernel') return zoneOfFile(`kernel/${inside || 'index'}.ts`);
    if (name === 'embedded-postgres') return zoneOfFile('embedded-postgres/index.ts');
    if (name === 'web-host') return zoneOfFile(`${name}/${inside || 'index.ts'}`);
    return zoneOfFile(`plugins/${name}/${inside || 'index'}${/\.\w+$/.test(inside) ? '' : '.ts'}`);
  }
  const end = serverPackages.test(specifier) ? 'server' : browserPackages.test(specifier) ? 'browser' : 'any';
  return { part: 'npm', end, path: specifier };
}
