import type { Pool } from 'pg';
import type { Company, CurrentUser, Language, Log, Profile } from '@balcao/sdk/server';
import type { Permissions } from '../permissions/permissions.ts';
import type { CompanySettings } from '../settings/settings.ts';
import type { ShownSetting } from '../settings/shown-setting.ts';
import type { Tenants } from '../tenants/tenants.ts';
import { noSession } from './access-token.ts';

/** The `user` that login, refresh and GET /auth/me return. */
export interface SignedInUser {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  companyId: number;
  super: boolean;
  /** True while the person impersonates another company. */
  impersonating?: boolean;
  /**
   * The person's picture, for `mediaUrl`; null when there is none, or when it is in another company than the session.
   */
  profilePicUrl: string | null;
  language: Language;
  preferences: Record<string, unknown>;
  /** Permissions of the person. The browser hides everything else, the server refuses it. */
  permissions: string[];
  company: {
    id: number;
    name: string;
    email: string | null;
    phone: string | null;
    status: boolean;
    language: Language;
    timeZone: string;
    createdAt: Date;
    settings: Pick<ShownSetting, 'key' | 'value'>[];
    [extra: string]: unknown;
  };
  [extra: string]: unknown;
}

interface SignedInUsersOptions {
  owner: Pool;
  log: Log;
  tenants: Tenants;
  settings: CompanySettings;
  permissions: Permissions;
  /** Keys that plugins add to the user, and under `company` to the company. They never replace the kernel's. */
  sessionExtras(user: CurrentUser, company: Company): Promise<Record<string, unknown>>;
}

export class SignedInUsers {
  readonly #options: SignedInUsersOptions;

  constructor(options: SignedInUsersOptions) {
    this.#options = options;
  }

  /**
   * Describes a person. `place` is the company of the session, which differs from the person's own during an
   * impersonation.
   */
  async describe(companyId: number, userId: number, place = companyId): Promise<SignedInUser> {
    const { owner, tenants, settings, permissions } = this.#options;
    const { rows } = await owner.query<{
      id: number;
      name: string;
      email: string;
      profile: Profile;
      super: boolean;
      profilePicUrl: string | null;
      language: Language | null;
      preferences: Record<string, unknown>;
    }>(
      `select id, name, email, profile, super, profile_pic_url as "profilePicUrl", language, preferences
         from kernel."user" where company_id = $1 and id = $2`,
      [companyId, userId],
    );
    const person = rows[0];
    const known = tenants.company(place);
    const tenant = await tenants.find(place);
    if (!person || !known || !tenant) throw noSession();
    const extras = await this.#extras(person, known);
    const user: SignedInUser = {
      ...extras,
      ...person,
      profilePicUrl: place === companyId ? person.profilePicUrl : null,
      language: person.language ?? tenant.language,
      companyId: place,
      ...(place !== companyId && { impersonating: true }),
      permissions: permissions.heldBy(person, place),
      company: {
        ...(typeof extras['company'] === 'object' ? extras['company'] : {}),
        ...tenant,
        settings: settings
          .shown(place, person.super)
          .filter(({ isSet }) => isSet === undefined)
          .map(({ key, value }) => ({ key, value })),
      },
    };
    return user;
  }

  /** An error of a plugin here must not prevent logins. */
  async #extras(user: CurrentUser, company: Company): Promise<Record<string, unknown>> {
    try {
      return await this.#options.sessionExtras(user, company);
    } catch (error) {
      this.#options.log.error({ err: error, companyId: company.id }, 'session data of a plugin could not be read');
      return {};
    }
  }
}
