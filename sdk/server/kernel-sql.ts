/** The part of the kernel's schema that SQL of plugins may name. Everything else in it is private to the kernel. */
import { publishedKey, publishedSql } from '../shared/contract.ts';
import type { Profile } from '../shared/manifest.ts';
import type { Language } from './scope.ts';

/** A row of `kernel.company`. Only the scope's own company is visible. */
export interface KernelCompany {
  id: number;
  name: string;
  language: Language;
  /** `America/Sao_Paulo` */
  time_zone: string;
}
/** The scope's company: `select time_zone from kernel.company`. */
export const companySql = publishedSql<KernelCompany>('kernel.company');
/**
 * The key for tables that belong to a company: `company_id int not null references kernel.company (id) on delete
 * cascade`.
 */
export const companyKey = publishedKey('kernel.company');

/** A row of `kernel."user"`; the name is quoted because it is a reserved word. */
export interface KernelUser {
  id: number;
  company_id: number;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  online: boolean;
  first_online: Date | null;
  last_online: Date | null;
  created_at: Date;
  /** A path in the company's storage. */
  profile_pic_url: string | null;
  /** Expiry of the invitation link; null if the person has a password. */
  invited_until: Date | null;
  /** True if the password is valid for the first login only. */
  must_change_password: boolean;
}
/** The people of the company: `join kernel."user" u on u.company_id = x.company_id and u.id = x.user_id`. */
export const userSql = publishedSql<KernelUser>('kernel.user');
/** The key for references to people: `foreign key (company_id, user_id) references kernel."user" (company_id, id)`. */
export const userKey = publishedKey('kernel.user');

/** Returns the id of the scope's company. Raises ERR_NO_COMPANY_CONTEXT if there is none. */
export const currentCompanySql = publishedSql<() => number>('kernel.current_company');
/** Normalises text for searches and unique names: no case, no accents, single spaces. Immutable. */
export const normaliseSql = publishedSql<(text: string) => string>('kernel.normalise');
/** Returns a `like` pattern for normalised text that matches a typed term anywhere; `%` and `_` are escaped. */
export const likePatternSql = publishedSql<(text: string) => string>('kernel.like_pattern');
/** Stores an event of the plugin, as `scope.emit` does: id, ordering key, payload as `jsonb`. */
export const emitSql = publishedSql<(event: string, key: string, payload: unknown) => void>('kernel.emit');
/**
 * Stores several events of one kind by one statement: the plugin's event, the ordering key of each, and the payload of
 * each as `jsonb`. Both lists have the same length; events of one key are delivered in the order of the lists.
 */
export const emitAllSql =
  publishedSql<(event: string, keys: readonly string[], payloads: readonly unknown[]) => void>('kernel.emit_all');
/**
 * Stores that the plugin `holder` references a file of the company, which is then retained even if its owner removes
 * it. Call it in the transaction that stores the reference. Returns false if there is no such file.
 */
export const useFileSql = publishedSql<(path: string, holder: string) => boolean>('kernel.use_file');
/**
 * Locks a file against new references until the end of the transaction: call it before checking whether anything
 * references the file.
 */
export const holdFileSql = publishedSql<(path: string) => void>('kernel.hold_file');
/**
 * Removes the reference of the plugin `holder` to a file. Returns true if the owner has removed the file and no other
 * reference is left: then call `scope.storage.remove` after the commit.
 */
export const leaveFileSql = publishedSql<(path: string, holder: string) => boolean>('kernel.leave_file');
