import type { Pool } from 'pg';
import type { Company, CurrentUser, Language, Log, Profile } from '@balcao/sdk/server';
import type { Permissions } from '../permissions/permissions.ts';
import type { CompanySettings, ShownSetting } from '../settings/settings.ts';
import type { Tenants } from '../tenants/tenants.ts';
import { noSession } from './access-token.ts';

/** The `user` that login, refresh and GET /auth/me answer. */
export interface SignedInUser {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  companyId: number;
  super: boolean;
  /** Helps a company that is not the person's own. */
  impersonating?: boolean;
  /** The person's picture, for `mediaUrl`; null: none, or it is in another company than the session. */
  profilePicUrl: string | null;
  language: Language;
  preferences: Record<string, unknown>;
  /** Names of what the person may do: the browser hides the rest, the server refuses it. */
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
  /** What plugins add: keys of the user, and under `company` keys of the company. They never replace the kernel's. */
  sessionExtras(user: CurrentUser, company: Company): Promise<Record<string, unknown>>;
}

export class SignedInUsers {
  readonly #options: SignedInUsersOptions;

  constructor(options: SignedInUsersOptions) {
    this.#options = options;
  }

  /** `place` is the company the session is in: another than the person's own while a super user helps it. */
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

  /** A plugin that fails here must not keep people out. */
  async #extras(user: CurrentUser, company: Company): Promise<Record<string, unknown>> {
    try {
      return await this.#options.sessionExtras(user, company);
    } catch (error) {
      this.#options.log.error({ err: error, companyId: company.id }, 'what plugins add to a session could not be read');
      return {};
    }
  }
}
