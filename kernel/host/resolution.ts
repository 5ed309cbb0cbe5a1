import { createRequire, registerHooks } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const ownRequire = createRequire(import.meta.url);
const contractOf = /^@balcao\/([a-z0-9-]+)\/contract$/;

/** Folders of external plugins in the module loader's form: `file:///…/`. */
const outside = new Set<string>();
/** Contract modules of the plugins that are installed as source, by id. */
const contracts = new Map<string, string>();
let moduleOf = (file: string): string => file;
let isRegistered = false;

const isOutside = (parent: string | undefined): boolean => {
  if (parent === undefined) return false;
  for (const folder of outside) if (parent.startsWith(folder)) return true;
  return false;
};

const fileOf = (specifier: string): string | undefined => {
  if (specifier === '@balcao/sdk' || specifier.startsWith('@balcao/sdk/')) return ownRequire.resolve(specifier);
  const [, id] = contractOf.exec(specifier) ?? [];
  return id === undefined ? undefined : contracts.get(id);
};

const addressOf = (specifier: string): string | undefined => {
  const file = fileOf(specifier);
  return file === undefined ? undefined : pathToFileURL(moduleOf(file)).href;
};

const register = (): void => {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, next) {
      const url = specifier.startsWith('@balcao/') && isOutside(context.parentURL) ? addressOf(specifier) : undefined;
      // The parent is not replaced, because required modules, unlike imported ones, are resolved from the file that
      // requires them.
      return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
    },
  });
};

/**
 * Gives files below these folders the running product's SDK, whatever is in a `node_modules` beside them: errors and
 * events of two SDKs would not recognise each other.
 */
export const offerSdk = (folders: readonly string[]): void => {
  for (const folder of folders) outside.add(pathToFileURL(folder + sep).href);
  if (outside.size > 0) register();
};

/** Gives plugins the contracts of the installed plugins, instead of those they were written against. */
export const offerContracts = (files: Iterable<readonly [id: string, file: string]>): void => {
  for (const [id, file] of files) contracts.set(id, file);
};

/** Gives plugins the modules that the product itself imports, when it runs from a build. */
export const offerModules = (of: (file: string) => string): void => {
  moduleOf = of;
};
