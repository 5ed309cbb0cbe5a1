import {
  accounts,
  apiDescription,
  companyAccess,
  companyRoom,
  auditLog,
  limits,
  loginCheck,
  loginSessions,
  loginStep,
  resourceCount,
  resourceLimit,
  rowEditors,
  sessionExtra,
  auditName,
  settingEffect,
  settingStore,
  signUp,
  tenants,
  tokenCheck,
  userRoom,
} from '@balcao/sdk/server';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { kernelPermissions } from '../permissions/permissions.ts';
import type { Fault, FaultCode } from './faults.ts';
import type { Ledger, PointEntry, RouteEntry } from './ledger.ts';

/** Points, events and permissions of the kernel itself. */
export const kernelPoints: readonly PointEntry[] = [
  loginCheck,
  loginStep,
  sessionExtra,
  auditName,
  settingEffect,
  settingStore,
  signUp,
  resourceLimit,
  resourceCount,
  tokenCheck,
].map(({ id, version }) => ({
  plugin: 'kernel',
  id,
  version,
  check: undefined,
}));
export const kernelEvents = [
  'kernel.user.changed',
  'kernel.user.signed-in',
  'kernel.sessions.ended',
  'kernel.company.changed',
  'kernel.company.impersonated',
  'kernel.company.awaiting-approval',
  'kernel.setting.changed',
] as const;

interface Loaded {
  manifest: PluginManifest;
  ledger: Ledger;
}
interface Present {
  loaded: ReadonlySet<string>;
  installed: ReadonlyMap<string, PluginManifest>;
}
type Report = (code: FaultCode, plugin: string, message: string, fix: string) => void;

/** Paths collide when they differ only in the names of their parameters. */
const shapeOf = ({ method, path }: RouteEntry): string =>
  `${method} ${path.replace(/:[a-zA-Z]+/g, ':')}`.replace(/\/$/, '');

/**
 * First segments of the kernel's own paths. Its routes come first, so a plugin's route below them would never be
 * reached.
 */
export const kernelPrefixes = [
  'auth',
  'bootstrap',
  'companySettingOne',
  'companySettings',
  'forgetpassword',
  'mails',
  'permissions',
  'platform',
  'settings',
];

const checkRoutes = ({ manifest, ledger }: Loaded, taken: Map<string, string>, report: Report): void => {
  const { id } = manifest;
  for (const route of ledger.routes) {
    const name = `${route.method} ${route.path}`;
    const owner = taken.get(shapeOf(route));
    if (owner !== undefined)
      report('ROUTE_DUPLICATE', id, `${name} is also a route of ${owner}`, `Give one of the two another path.`);
    taken.set(shapeOf(route), id);
    const [, first = ''] = route.path.toLowerCase().split('/');
    if (kernelPrefixes.some((prefix) => prefix.toLowerCase() === first)) {
      report(
        'ROUTE_DUPLICATE',
        id,
        `${name} is below /${first}, which the kernel answers`,
        'Give the route a prefix of its own.',
      );
    }
    const prefixes = manifest.routes?.api ?? [];
    if (!prefixes.some((prefix) => route.path === prefix || route.path.startsWith(`${prefix}/`))) {
      report(
        'ROUTE_OUTSIDE_PREFIX',
        id,
        `${name} is outside ${prefixes.join(', ') || 'its (empty) list of prefixes'}`,
        `Add the prefix to routes.api in the manifest of ${id}, or move the route.`,
      );
    }
    const { access } = route.definition as { access?: typeof route.definition.access };
    if (access === undefined) {
      report(
        'ROUTE_WITHOUT_ACCESS',
        id,
        `${name} does not say who may call it`,
        `Give the route an access: 'signed-in', a permission of the manifest of ${id}, or { public: 'why' }.`,
      );
      continue;
    }
    if (typeof access === 'object' && 'token' in access) continue;
    if (typeof access === 'object') {
      if (manifest.publicRoutes?.[name] === undefined) {
        report(
          'PUBLIC_ROUTE_UNDECLARED',
          id,
          `${name} is reachable without a session, and the manifest does not say so`,
          `Add "${name}" with the reason to publicRoutes in the manifest of ${id}.`,
        );
      }
      if (access.address && !route.path.includes('/:address')) {
        report(
          'PUBLIC_ROUTE_UNDECLARED',
          id,
          `${name} resolves a company by address and has no :address in its path`,
          'Add /:address to the path.',
        );
      }
    } else if (access !== 'signed-in' && access !== 'super' && manifest.permissions?.[access] === undefined) {
      report(
        'PERMISSION_UNDECLARED',
        id,
        `${name} asks for the permission "${access}"`,
        `Declare "${access}" under permissions in the manifest of ${id}.`,
      );
    }
  }
};

/**
 * Returns true when a point is missing because the plugin that opens it is not installed or failed. Then this plugin
 * is not at fault.
 */
const openerIsMissing = (manifest: PluginManifest, point: string, present: Present): boolean => {
  const named = Object.keys({ ...manifest.optional, ...manifest.requires });
  return named.some((other) => {
    if (present.loaded.has(other)) return false;
    const installed = present.installed.get(other);
    return installed ? installed.provides?.[point] !== undefined : true;
  });
};

const checkContributions = (
  { manifest, ledger }: Loaded,
  points: ReadonlyMap<string, PointEntry>,
  present: Present,
  report: Report,
): void => {
  const { id } = manifest;
  for (const { point, version, item } of ledger.contributions) {
    const opened = points.get(point);
    const declared = manifest.contributes?.[point];
    if (!opened) {
      if (!openerIsMissing(manifest, point, present))
        report(
          'POINT_UNKNOWN',
          id,
          `it adds to "${point}", which no plugin opens`,
          'Correct the name, or require the plugin that opens it.',
        );
      continue;
    }
    if (declared === undefined) {
      report(
        'POINT_UNDECLARED',
        id,
        `it adds to "${point}", which its manifest does not name`,
        `Add "${point}": ${opened.version} to contributes in the manifest of ${id}.`,
      );
    }
    if (opened.version !== version || (declared !== undefined && declared !== opened.version)) {
      report(
        'POINT_VERSION',
        id,
        `it adds to "${point}" version ${declared ?? version}, ${opened.plugin} opens version ${opened.version}`,
        `Write ${id} against version ${opened.version}.`,
      );
      continue;
    }
    try {
      opened.check?.(item, id);
    } catch (error) {
      report(
        'CONTRIBUTION_INVALID',
        id,
        `what it adds to "${point}" is refused: ${error instanceof Error ? error.message : String(error)}`,
        `See the type of "${point}" in the contract of ${opened.plugin}.`,
      );
    }
  }
  for (const point of ledger.points) {
    if (manifest.provides?.[point.id] !== point.version) {
      report(
        'POINT_UNDECLARED',
        id,
        `it opens "${point.id}" version ${point.version}, which its manifest does not provide`,
        `Add "${point.id}": ${point.version} to provides in the manifest of ${id}.`,
      );
    }
  }
};

/** Kinds of names that must be unique; the second plugin that uses one is at fault. */
interface OnceOnly {
  code: FaultCode;
  names(plugin: Loaded): readonly string[];
  /** Names that the kernel uses itself. */
  kernel?: readonly string[];
  says(name: string, owner: string): string;
  fix: string;
}

const idsOf = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

const onceOnly: readonly OnceOnly[] = [
  {
    code: 'JOB_DUPLICATE',
    names: ({ ledger }) => idsOf(ledger.jobs),
    says: (name, owner) => `the job "${name}" is also one of ${owner}`,
    fix: 'Prefix job ids with the plugin id.',
  },
  {
    code: 'ROOM_DUPLICATE',
    names: ({ ledger }) => idsOf(ledger.rooms),
    kernel: idsOf([companyRoom, userRoom]),
    says: (name, owner) => `the room "${name}" is also one of ${owner}`,
    fix: 'Prefix room ids with the plugin id.',
  },
  {
    code: 'CACHE_DUPLICATE',
    names: ({ ledger }) => idsOf(ledger.caches),
    says: (name, owner) => `the cache "${name}" is also one of ${owner}`,
    fix: 'Prefix ids of caches with the plugin id.',
  },
  {
    code: 'SERVICE_DUPLICATE',
    names: ({ ledger }) => idsOf(ledger.services),
    kernel: idsOf([accounts, apiDescription, tenants, limits, companyAccess, loginSessions, auditLog, rowEditors]),
    says: (name, owner) => `the service "${name}" is also provided by ${owner}`,
    fix: 'Only one plugin may provide a service.',
  },
  {
    code: 'PERMISSION_DUPLICATE',
    names: ({ manifest }) => Object.keys(manifest.permissions ?? {}),
    kernel: Object.keys(kernelPermissions),
    says: (name, owner) => `the permission "${name}" is also one of ${owner}`,
    fix: 'Prefix permissions with the name of the screen they guard.',
  },
  {
    code: 'SETTING_DUPLICATE',
    names: ({ manifest }) => [...Object.keys(manifest.settings ?? {}), ...(manifest.toggle ? [manifest.toggle] : [])],
    says: (name, owner) => `the setting "${name}" is also one of ${owner}`,
    fix: 'Give the setting a name of its own.',
  },
];

const checkOnceOnly = (loaded: readonly Loaded[], report: Report): void => {
  for (const { code, names, kernel = [], says, fix } of onceOnly) {
    const owners = new Map(kernel.map((name) => [name, 'kernel']));
    for (const plugin of loaded) {
      const { id } = plugin.manifest;
      for (const name of names(plugin)) {
        const owner = owners.get(name);
        if (owner === undefined) owners.set(name, id);
        else report(code, id, says(name, owner), fix);
      }
    }
  }
};

const checkListeners = ({ manifest, ledger }: Loaded, events: ReadonlySet<string>, report: Report): void => {
  const { id } = manifest;
  for (const { event, name } of ledger.listeners) {
    const source = Object.keys(manifest.optional ?? {}).some((other) => event.startsWith(`${other}.`));
    if (!events.has(event) && !source) {
      report(
        'EVENT_UNKNOWN',
        id,
        `it listens to "${event}", which no plugin emits`,
        'Correct the name, or require the plugin that emits it.',
      );
    }
    if (ledger.listeners.filter((other) => other.name === name).length > 1) {
      report(
        'LISTENER_DUPLICATE',
        id,
        `it has two listeners named "${name}", one for "${event}"`,
        'Give each listener a name of its own.',
      );
    }
  }
};

/**
 * Checks all ledgers together and reports all faults at once. `installed` are the manifests of all plugins, loaded or
 * not.
 */
export const checkLedgers = (loaded: readonly Loaded[], installed: readonly PluginManifest[]): Fault[] => {
  const faults: Fault[] = [];
  const report: Report = (code, plugin, message, fix) => faults.push({ code, plugin, message, fix });
  const present: Present = {
    loaded: new Set(loaded.map(({ manifest }) => manifest.id)),
    installed: new Map(installed.map((manifest) => [manifest.id, manifest])),
  };
  const points = new Map(
    [...kernelPoints, ...loaded.flatMap(({ ledger }) => ledger.points)].map((entry) => [entry.id, entry]),
  );
  const events = new Set([...kernelEvents, ...installed.flatMap(({ emits }) => Object.keys(emits ?? {}))]);
  const routes = new Map<string, string>();
  for (const plugin of loaded) {
    checkRoutes(plugin, routes, report);
    checkContributions(plugin, points, present, report);
    checkListeners(plugin, events, report);
  }
  checkOnceOnly(loaded, report);
  return faults;
};
