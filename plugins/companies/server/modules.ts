import { AppError, z, type Scope } from '@balcao/sdk/server';

/** The company settings that switch optional modules. Those that no installed plugin declares are omitted. */
export const moduleKeys = [
  'campaignsEnabled',
  'kanbanEnabled',
  'chatgptEnabled',
  'legalProcess',
  'flow',
  'internalChat',
  'googleCalendarEnabled',
  'manager',
] as const;
export type ModuleKey = (typeof moduleKeys)[number];
export type Modules = Partial<Record<ModuleKey, boolean>>;

const onOff = z.union([
  z.boolean(),
  z.enum(['enabled', 'disabled', 'true', 'false']).transform((word) => word === 'enabled' || word === 'true'),
]);
/** The fields of modules in a form's body. */
export const moduleFields = Object.fromEntries(moduleKeys.map((key) => [key, onOff.nullish()])) as Record<
  ModuleKey,
  z.ZodOptional<z.ZodNullable<typeof onOff>>
>;

const unlessMissing = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_SETTING_FOUND') return undefined;
    throw error;
  }
};

export const modulesOf = async (scope: Scope): Promise<Modules> => {
  const found: Modules = {};
  for (const key of moduleKeys) {
    const value = await unlessMissing(() => scope.settings.get(key));
    if (value !== undefined) found[key] = value === 'enabled';
  }
  return found;
};

type Wanted = Readonly<Partial<Record<ModuleKey, boolean | null | undefined>>>;

/** Returns the settings of the named modules, without those that no installed plugin declares. */
export const moduleSettings = async (wanted: Wanted, scope: Scope): Promise<Record<string, string>> => {
  const installed = await modulesOf(scope);
  return Object.fromEntries(
    moduleKeys.flatMap((key) =>
      wanted[key] == null || !(key in installed) ? [] : [[key, wanted[key] ? 'enabled' : 'disabled']],
    ),
  );
};

/** The channel that any company can connect at once without an external account: the web chat. */
const firstChannel = 'webchatEnabled';

/** The modules that a new company starts with. */
const firstModules: readonly ModuleKey[] = ['campaignsEnabled', 'kanbanEnabled'];

/** Switches on what a new company starts with: its first channel and modules. */
export const switchFirstModulesOn = async (scope: Scope): Promise<void> => {
  for (const key of [firstChannel, ...firstModules]) await unlessMissing(() => scope.settings.set(key, 'enabled'));
};
