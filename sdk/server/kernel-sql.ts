/** What of the kernel's schema a plugin's SQL may name. Everything else in it is the kernel's own. */
import { publishedKey, publishedSql } from '../shared/contract.ts';
import type { Profile } from '../shared/manifest.ts';
import type { Language } from './scope.ts';

/** A row of `kernel.company`: the scope's own company, and no other. */
export interface KernelCompany {
  id: number;
  name: string;
  language: Language;
  /** `America/Sao_Paulo` */
  time_zone: string;
}
/** The company of the scope: `select time_zone from kernel.company`. */
export const companySql = publishedSql<KernelCompany>('kernel.company');
/** Tables of a plugin belong to a company: `company_id int not null references kernel.company (id) on delete cascade`. */
export const companyKey = publishedKey('kernel.company');

/** A row of `kernel."user"`, which is a word of SQL and so stands in quotes. */
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
  /** A path of the company's storage. */
  profile_pic_url: string | null;
  /** Until when the link of an invitation is good; null: the person has a password. */
  invited_until: Date | null;
  /** The password is for the first login alone. */
  must_change_password: boolean;
}
/** People of the company: `join kernel."user" u on u.company_id = x.company_id and u.id = x.user_id`. */
export const userSql = publishedSql<KernelUser>('kernel.user');
/** Foreign keys to people: `foreign key (company_id, user_id) references kernel."user" (company_id, id)`. */
export const userKey = publishedKey('kernel.user');

/** The id of the scope's company. Raises ERR_NO_COMPANY_CONTEXT outside of one. */
export const currentCompanySql = publishedSql<() => number>('kernel.current_company');
/** Text without case, accents and double spaces, as searches and unique names compare it. Immutable. */
export const normaliseSql = publishedSql<(text: string) => string>('kernel.normalise');
/** A pattern for `like` on normalised text that finds what was typed anywhere, `%` and `_` taken as they are. */
export const likePatternSql = publishedSql<(text: string) => string>('kernel.like_pattern');
/** Stores an event of the plugin, as `scope.emit` does: its id, its ordering key, and the payload as `jsonb`. */
export const emitSql = publishedSql<(event: string, key: string, payload: unknown) => void>('kernel.emit');
/**
 * Stores several events of one kind by one statement: the plugin's event, the ordering key of each, and the payload of
 * each as `jsonb`. Both lists have the same length; events of one key are delivered in the order of the lists.
 */
export const emitAllSql =
  publishedSql<(event: string, keys: readonly string[], payloads: readonly unknown[]) => void>('kernel.emit_all');
/**
 * Notes that the plugin `holder` refers to a file of the company, which stays from then on whoever removes it; in the
 * transaction that stores what refers to it. False: there is no such file.
 */
export const useFileSql = publishedSql<(path: string, holder: string) => boolean>('kernel.use_file');
/** Lets nobody begin to use a file until the transaction ends: call it before looking whether anything refers to it. */
export const holdFileSql = publishedSql<(path: string) => void>('kernel.hold_file');
/**
 * The plugin `holder` refers to a file no more. True: its owner removed it and nobody else uses it, so call
 * `scope.storage.remove` after the commit.
 */
export const leaveFileSql = publishedSql<(path: string, holder: string) => boolean>('kernel.leave_file');
