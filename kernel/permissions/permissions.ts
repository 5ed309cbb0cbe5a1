import type { Pool } from 'pg';
import { invalid } from '@balcao/sdk/server';
import type { CurrentUser, Log, PermissionDeclaration, PluginManifest, Profile } from '@balcao/sdk/server';
import { CachedCompanies } from '../tenants/cached-companies.ts';
import type { Signals } from '../tenants/ports.ts';
import { inTransaction } from '../tenants/transaction.ts';

type Grants = ReadonlyMap<Profile, ReadonlyMap<string, boolean>>;

export interface PermissionState {
  permission: string;
  /** Id of the plugin that declared it; `kernel` for the kernel's own. */
  plugin: string;
  /** Locale key of the name. */
  label: string;
  /** Current and default grant of each profile. */
  profiles: Record<Profile, { granted: boolean; default: boolean }>;
}

const profiles: readonly Profile[] = ['admin', 'gestor', 'user'];

/** Permissions that the kernel's own routes require. */
export const kernelPermissions: Readonly<Record<string, PermissionDeclaration>> = {
  'settings:view': { label: 'kernel.permission.settingsView', profiles: ['admin', 'gestor'] },
  // Used by the browser alone: without it the menu has no administration. Every page requires its own permission
  // besides.
  'drawer-admin-items:view': { label: 'kernel.permission.drawerAdminItems', profiles: ['admin', 'gestor'] },
};

interface PermissionsOptions {
  owner: Pool;
  signals: Signals;
  log: Log;
  manifests: readonly Pick<PluginManifest, 'id' | 'permissions'>[];
  /** Returns false for a plugin that is off, whose permissions are not listed. */
  isOn(companyId: number, plugin: string): boolean;
  /** Called on every node after a company's grants changed. */
  onChanged?(companyId: number): void;
}

const declaredBy = (manifests: PermissionsOptions['manifests']) => {
  const declared = new Map<string, PermissionDeclaration & { plugin: string }>();
  for (const manifest of [{ id: 'kernel', permissions: kernelPermissions }, ...manifests])
    for (const [name, declaration] of Object.entries(manifest.permissions ?? {}))
      if (!declared.has(name)) declared.set(name, { ...declaration, plugin: manifest.id });
  return declared;
};

/** Permissions: the declared defaults by profile, and the changes of each company. */
export class Permissions {
  readonly #options: PermissionsOptions;
  #declared: ReadonlyMap<string, PermissionDeclaration & { plugin: string }>;
  readonly #grants: CachedCompanies<Grants>;

  constructor(options: PermissionsOptions) {
    this.#options = options;
    this.#declared = declaredBy(options.manifests);
    this.#grants = new CachedCompanies({
      channel: 'kernel_permission',
      signals: options.signals,
      log: options.log,
      load: (ids) => this.#load(ids),
      onReplaced: (companyId, before, after) => {
        if (written(before) !== written(after)) options.onChanged?.(companyId);
      },
    });
  }

  /** Replaces the declarations when other plugins run. What companies granted is stored by name and stays. */
  declare(manifests: PermissionsOptions['manifests']): void {
    this.#declared = declaredBy(manifests);
  }

  start(): Promise<void> {
    return this.#grants.start();
  }

  stop(): Promise<void> {
    return this.#grants.stop();
  }

  /** Returns whether any installed plugin, or the kernel, declares it. */
  isDeclared(permission: string): boolean {
    return this.#declared.has(permission);
  }

  /** Returns whether the user holds the permission. Only super users hold an undeclared one. */
  can(user: Pick<CurrentUser, 'profile' | 'super'>, companyId: number, permission: string): boolean {
    return user.super || this.#isGranted(companyId, user.profile, permission);
  }

  /** Returns the permissions that a person holds, so that the browser can hide everything else. */
  heldBy(user: Pick<CurrentUser, 'profile' | 'super'>, companyId: number): string[] {
    return [...this.#declared.keys()].filter((name) => this.can(user, companyId, name));
  }

  list(companyId: number): PermissionState[] {
    return [...this.#declared]
      .filter(([, { plugin }]) => plugin === 'kernel' || this.#options.isOn(companyId, plugin))
      .map(([permission, declaration]) => ({
        permission,
        plugin: declaration.plugin,
        label: declaration.label,
        profiles: {
          admin: this.#state(companyId, 'admin', permission),
          gestor: this.#state(companyId, 'gestor', permission),
          user: this.#state(companyId, 'user', permission),
        },
      }));
  }

  /**
   * Grants or revokes a permission. What admins hold by default cannot be revoked, because a company would lock
   * itself out.
   */
  async grant(companyId: number, profile: Profile, permission: string, granted: boolean): Promise<void> {
    if (!this.#declared.has(permission)) throw invalid({ permission: 'ERR_UNKNOWN_PERMISSION' });
    if (profile === 'admin' && !granted) throw invalid({ profile: 'ERR_ADMIN_PERMISSIONS_FIXED' });
    await inTransaction(this.#options.owner, (client) =>
      client.query(
        `insert into kernel.permission_grant (company_id, profile, permission, granted) values ($1, $2, $3, $4)
         on conflict (company_id, profile, permission) do update set granted = excluded.granted`,
        [companyId, profile, permission, granted],
      ),
    );
    await this.#grants.changed(companyId);
  }

  #state(companyId: number, profile: Profile, permission: string): { granted: boolean; default: boolean } {
    return { granted: this.#isGranted(companyId, profile, permission), default: this.#default(profile, permission) };
  }

  #isGranted(companyId: number, profile: Profile, permission: string): boolean {
    if (!this.#declared.has(permission)) return false;
    return this.#grants.get(companyId)?.get(profile)?.get(permission) ?? this.#default(profile, permission);
  }

  #default(profile: Profile, permission: string): boolean {
    return this.#declared.get(permission)?.profiles.includes(profile) ?? false;
  }

  async #load(companyIds?: readonly number[]): Promise<Map<number, Grants>> {
    const { rows } = await this.#options.owner.query<{
      company_id: number;
      profile: Profile;
      permission: string;
      granted: boolean;
    }>(
      `select company_id, profile, permission, granted from kernel.permission_grant
        where $1::int[] is null or company_id = any($1::int[])`,
      [companyIds ?? null],
    );
    const loaded = new Map<number, Map<Profile, Map<string, boolean>>>();
    for (const row of rows) {
      const company =
        loaded.get(row.company_id) ?? new Map(profiles.map((profile) => [profile, new Map<string, boolean>()]));
      company.get(row.profile)?.set(row.permission, row.granted);
      loaded.set(row.company_id, company);
    }
    return loaded;
  }
}

/** Serialises grants, to tell a change from a reload that found the same. */
const written = (grants: Grants | undefined): string =>
  JSON.stringify(
    [...(grants ?? [])]
      .flatMap(([profile, held]) => [...held].map(([name, granted]) => [profile, name, granted]))
      .toSorted(),
  );
