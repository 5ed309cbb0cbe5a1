/** Lists of people for campaigns. The views that other plugins’ SQL may use are at the end of this file. */
import { component, job, point, publishedKey, publishedSql, room, service } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

export { areaCodes, stateOf, timeZoneOf, type AreaCode } from './area-codes.ts';

export interface ContactList {
  id: number;
  name: string;
  /** Number of its people. */
  contactsCount: number;
}

/** A person of a list, who becomes a contact only when a message is sent. */
export interface ContactListItem {
  id: number;
  contactListId: number;
  companyId: number;
  /** 2 to 50 characters. */
  name: string;
  /** Digits with country code, as this reader may see them. */
  number: string;
  /** '' if unknown. */
  email: string;
  /** Null: not checked yet. */
  isWhatsappValid: boolean | null;
  /** The Brazilian area code; null for other numbers. */
  ddd: number | null;
  /** Further columns of the imported spreadsheet by the names of their variables: `{ beneficio: '42/198' }`. */
  variables: Readonly<Record<string, string>>;
}

/** A person to add to a list. The number is in any notation. */
export interface NewListItem {
  name: string;
  number: string;
  email?: string;
  variables?: Readonly<Record<string, string>>;
}
export interface AddedItems {
  added: number;
  /** The list has the number already. */
  repeated: number;
  /** No valid name or number. */
  refused: number;
}

export interface ContactLists {
  list(): Promise<ContactList[]>;
  find(id: number): Promise<ContactList | undefined>;
  /** Counts the people of a list, of these area codes if there are any. */
  count(id: number, filter?: { ddds?: readonly number[] }): Promise<number>;
  /** Returns the names of the variables that people of a list have values for. */
  variables(id: number): Promise<string[]>;
  /** Creates a list of these people. A name that is taken gets a number. */
  createFrom(
    name: string,
    items: Iterable<NewListItem> | AsyncIterable<NewListItem>,
  ): Promise<ContactList & AddedItems>;
  /** Adds people to a list, at most 2,000 at once; a number that it has stays as it is. */
  add(id: number, items: readonly NewListItem[]): Promise<AddedItems>;
  /** Stores the result of a check on the channel for everybody with this number. `value` is the number as it writes it. */
  rememberCheck(number: string, check: { exists: boolean; value: string }): Promise<void>;
}
/** The company’s contact lists. */
export const lists = service<ContactLists>('contact-lists.lists');

/** Server: tells who must not be written to. */
export interface DoNotContact {
  id: string;
  /** Returns the numbers of these that must not be written to, and since when. Keys are those of `contacts.number_key`. */
  find(numberKeys: readonly string[], scope: Scope): Promise<ReadonlyMap<string, Date>>;
}
/**
 * Server: people who must not be written to. An import leaves them out.
 * @example
 * host.contribute(doNotContact, {
 *   id: 'blocked',
 *   find: async (keys, scope) => {
 *     const rows = await scope.sql.rows<{ key: string; at: Date }>(
 *       sql`select number_key as key, at from blocked.person where number_key = any(${[...keys]}::text[])`,
 *     );
 *     return new Map(rows.map(({ key, at }) => [key, at]));
 *   },
 * });
 */
export const doNotContact = point<DoNotContact>('contact-lists.do-not-contact');

/** Live messages: `changed` {action, id}: a list was created, changed or deleted. */
export const listsRoom = room('contact-lists.lists');
/** Live messages of one list: `changed` {action, id} for one person, `reload` {} for many. */
export const itemsRoom = room<{ contactListId: number }>('contact-lists.items');

/**
 * The state of an import: its file is read and its rows are judged (`reading`), or judged again under other columns
 * (`judging`); then it waits for people to start it (`ready`), and runs.
 */
export type ListImportStatus = 'reading' | 'judging' | 'ready' | 'running' | 'done' | 'cancelled' | 'failed';
export interface ListImportProgress {
  id: number;
  status: ListImportStatus;
  total: number;
  /** Rows that the present step has done. */
  done: number;
  created: number;
  updated: number;
}
/** Live messages: `progress` {import: ListImportProgress}. */
export const listImportRoom = room<{ importId: number }>('contact-lists.import');
/** Reads an uploaded spreadsheet and judges its rows. */
export const readListImport = job<{ importId: number; path: string }>('contact-lists.import.read');
/** Judges the rows of an import under the columns that people chose. */
export const judgeListImport = job<{ importId: number }>('contact-lists.import.judge');
/** Imports a checked spreadsheet into its list, resuming where it stopped. */
export const runListImport = job<{ importId: number }>('contact-lists.import');
/** Deletes old imports and uploads that were never imported. */
export const cleanUpListImports = job<Record<string, never>>('contact-lists.import.clean-up');

/** A page beside the lists. */
export interface CampaignTab {
  id: string;
  /** Lower values stand further left; the lists are 20. */
  order: number;
  /** Locale key. */
  label: string;
  path: string;
}
/**
 * Browser: a page in the row of tabs above the lists.
 * @example
 * host.add(campaignTab, { id: 'senders', order: 40, label: 'page.title', path: '/senders' });
 */
export const campaignTab = point<CampaignTab>('contact-lists.tab');
/** The row of tabs; `path` is the one of the page that shows it. */
export const campaignTabs = component<{ path: string }>('contact-lists.tabs');

/** A row of `contact_lists.public_list`. */
export interface PublicContactList {
  id: number;
  company_id: number;
  name: string;
  contacts_count: number;
}
/** SQL: contact lists of the company. */
export const publicContactList = publishedSql<PublicContactList>('contact_lists.public_list');
/** A row of `contact_lists.public_item`. */
export interface PublicContactListItem {
  id: number;
  company_id: number;
  contact_list_id: number;
  name: string;
  /** Digits. Show it through `contacts.visible`. */
  number: string;
  /** The number without the ninth digit of a Brazilian mobile; unique in a list. */
  number_key: string;
  email: string;
  /** The Brazilian area code; null for other numbers. */
  ddd: number | null;
  /** Null: not checked yet. */
  is_whatsapp_valid: boolean | null;
  /** The number as the channel writes it, once it was checked. */
  address: string | null;
  /** Further columns by the names of their variables. */
  variables: Record<string, string>;
}
/** SQL: people of contact lists. */
export const publicContactListItem = publishedSql<PublicContactListItem>('contact_lists.public_item');
/** Foreign keys to lists: `contact_lists.contact_list (company_id, id)`. */
export const contactListKey = publishedKey('contact_lists.contact_list');
