/**
 * Contacts and their identities. The views and functions that other plugins’ SQL may use are at the end of this file.
 */
import {
  component,
  event,
  job,
  point,
  publishedKey,
  publishedSql,
  room,
  service,
  type Component,
} from '@balcao/sdk/contract';
import type { Scope, Upload } from '@balcao/sdk/server';
import type { ColumnUse } from './import-columns.ts';

/**
 * The kind of an identity. A separate row, since not every contact has a phone number. A channel uses a name of its own
 * where none of these describes its values, as `telegram`: small letters, digits and dashes, at most 40, beginning with
 * a letter.
 */
export type IdentityKind =
  'phone' | 'bsuid' | 'lid' | 'psid' | 'igsid' | 'web' | 'email' | 'group' | (string & Record<never, never>);
/** Checks the syntax of an identity kind. */
export const isIdentityKind = (kind: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(kind);

export interface Identity {
  /** The channel, as `whatsapp` or `webchat`. */
  channel: string;
  /** Scope within which the value is unique: '' for a phone number, the connection for a page- or site-scoped id. */
  scope: string;
  kind: IdentityKind;
  value: string;
}

export interface Contact {
  id: number;
  name: string;
  /** Digits with country code; '' for a contact without a number. */
  number: string;
  email: string;
  profilePicUrl: string | null;
  origin: string | null;
  isGroup: boolean;
  /**
   * Data of other plugins by their keys (`contacts.list.extra`); only in the list and where a single contact is read.
   */
  extra?: Readonly<Record<string, unknown>>;
}

export interface Contacts {
  find(id: number): Promise<Contact | undefined>;
  findMany(ids: readonly number[]): Promise<Contact[]>;
  /**
   * Returns the identity to write to on a channel; undefined when the contact cannot be reached there. `kind` is the
   * kind of identity that the channel uses: a contact that never wrote there is reached by its number (`phone`) or
   * e-mail address (`email`), and cannot be reached on a channel of another kind. Default: `phone`.
   */
  findIdentity(contactId: number, channel: string, scope: string, kind?: IdentityKind): Promise<Identity | undefined>;
  create(input: { name: string; number?: string; email?: string }): Promise<Contact>;
  /**
   * Returns people with a number that a term finds as in the contact list ('' for everybody), by id, after the id
   * `after`. Numbers are complete, so use it only for readers who see them.
   */
  findMatching(
    term: string,
    after: number,
    limit: number,
  ): Promise<Pick<Contact, 'id' | 'name' | 'number' | 'email'>[]>;
  /** Changes the name or e-mail address of a contact. ERR_NO_CONTACT_FOUND (404). */
  update(id: number, change: { name?: string; email?: string }): Promise<void>;
  /** Returns the number as this reader may see it: complete, or its last 4 digits (`hideContactNumber`). */
  visibleNumber(number: string): string;
  /** Returns true if numbers are masked for this reader, or (for live messages to many) for anybody of the company. */
  masksNumbers(viewer: 'reader' | 'somebody'): boolean;
}
const usualOrigins = ['Facebook', 'Instagram', 'Google', 'TikTok', 'Tráfego pago', 'Indicação', 'Particular', 'Outros'];

/** Returns the display name of an origin: the usual ones are stored in capitals, a company’s own as they were typed. */
export const originName = (origin: string): string =>
  usualOrigins.find((name) => name.toUpperCase() === origin) ?? origin;

/** The company’s contacts. */
export const contacts = service<Contacts>('contacts.contacts');

/** Spreadsheets that people upload and download. */
export interface Spreadsheets {
  /**
   * Reads the first sheet of an uploaded xlsx, xls or csv file in a worker thread with limits of time and memory; few
   * files at once, and one per company. Accept `spreadsheetTypes` in the route. Throws ERR_SPREADSHEET_INVALID,
   * ERR_SPREADSHEET_TOO_LARGE, ERR_SPREADSHEET_ROWS, ERR_SPREADSHEET_EMPTY or, for another kind of file, ERR_FILE_TYPE.
   * Read files of more than 20,000 rows in a job, with a `maxSeconds` above the 30 of a request.
   */
  read(upload: Upload, options: { maxRows: number; maxSeconds?: number }): Promise<Spreadsheet>;
  /** Writes a workbook of one sheet while its rows are read, in constant memory. The first row is bold. */
  write(title: string, rows: AsyncIterable<readonly string[]>): AsyncIterable<Buffer>;
}
/** The rows of a sheet that contain anything. */
export interface Spreadsheet {
  /** Name of the sheet in its workbook; '' for text files. */
  title: string;
  /** Rows with their number in the file, from 1. */
  rows: { line: number; cells: string[] }[];
  /** True if the first row seems to hold the names of the columns. */
  hasHeader: boolean;
  /** The guessed use of each column: a field of a contact, `extra:` and the name of the column, or `ignore`. */
  columns: ColumnUse[];
}
export type { ColumnUse };
export { numberOf as numberOfCell } from './import-number.ts';
/** Media types of spreadsheets for `accept` of an upload. Text is recognised by the name `*.csv` only. */
export const spreadsheetTypes: readonly string[] = [
  'text/plain',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
/** Reads and writes spreadsheets. */
export const spreadsheets = service<Spreadsheets>('contacts.spreadsheets');

/** A contact was created, changed or deleted. Key: the contact. */
export const contactChanged = event<{ contactId: number; action: 'create' | 'update' | 'delete' }>(
  'contacts.contact.changed',
);
/** Live messages: `update` {contactId, isNew}, `delete` {contactId, isNew}. */
export const contactsRoom = room('contacts.list');

/** Two contacts were merged: `from` into `to`. Key: the contact that remains. */
export const contactsMerged = event<{ from: number; to: number }>('contacts.contact.merged');

/** Server: moves a plugin’s data of a contact when two contacts are merged. */
export interface ContactMove {
  id: string;
  /**
   * Moves everything from one contact to the other, inside the transaction of the merge; `scope` is your plugin’s own.
   * Throw an `AppError` with a code of yours to refuse the merge: nothing is moved then, and people see the reason.
   * Called again some minutes later for data that arrived during the merge, so it must tolerate that nothing is left to
   * move.
   */
  move(contacts: { from: number; to: number }, scope: Scope): Promise<void>;
}
/**
 * Server: data that moves along when two contacts are merged. Without a contribution, a table that references contacts
 * keeps its rows.
 */
export const contactMove = point<ContactMove>('contacts.merge');

/** One piece of stored personal data: a row under a heading, or a file (`path` is one of `scope.storage`). */
export type PersonalDataItem = { kind: string; row: object } | { path: string; name: string };
/** The result of an erasure: the number of erased items, and the files to delete after the commit. */
export interface Erased {
  count: number;
  files: readonly string[];
}
/** Server: a plugin’s personal data of a contact, for access and erasure requests. */
export interface PersonalData {
  id: string;
  /** Yields everything about a contact, rows of one `kind` after another. */
  collect(contactId: number, scope: Scope): AsyncIterable<PersonalDataItem>;
  /**
   * Erases the identity and the contents; data that is only counted remains. Runs inside one transaction with all other
   * plugins, before the contact’s own data is erased. Throw an `AppError` with a code of yours to refuse.
   */
  erase(contactId: number, scope: Scope): Promise<Erased>;
  /**
   * Returns the person’s names, numbers and addresses as stored here, which are redacted in audit entries on erasure.
   */
  names?(contactId: number, scope: Scope): Promise<readonly string[]>;
  /**
   * Erases data that ended before a day, at most `limit` items per call, under the company’s retention limit. Called
   * until `count` is 0.
   */
  eraseBefore?(day: Date, limit: number, scope: Scope): Promise<Erased>;
  /** Returns how many items `eraseBefore` would erase, for the confirmation. */
  countBefore?(day: Date, scope: Scope): Promise<number>;
}
/** Server: plugins’ data of a contact, for the person’s right of access and erasure. */
export const personalData = point<PersonalData>('contacts.personal-data');

/** One person in an address book outside the product. */
export interface AddressBookPerson {
  identity: Identity;
  /** '' when the address book has no name. */
  name: string;
  /** Digits, if known. */
  number?: string;
  picture?: string;
}
export interface AddressBook {
  /** Unique within the source. */
  id: number;
  name: string;
  /** The reason why it cannot be read now, as an error code of yours; absent when it can. */
  trouble?: string;
}
/** Server: address books from which people are imported, such as those of connected phones. */
export interface ContactSource {
  id: string;
  listAddressBooks(scope: Scope): Promise<AddressBook[]>;
  /**
   * Yields everybody in the address book. Runs in a job, so it may take long; end early when `scope.signal` is aborted.
   */
  read(bookId: number, scope: Scope): AsyncIterable<AddressBookPerson>;
}
/** Server: address books from which people are imported. */
export const contactSource = point<ContactSource>('contacts.source');

export type ImportStatus = 'ready' | 'reading' | 'running' | 'done' | 'cancelled' | 'failed';
/** The progress of an import. */
export interface ImportProgress {
  id: number;
  status: ImportStatus;
  total: number;
  done: number;
  created: number;
  updated: number;
  skipped: number;
  refused: number;
}
/** Live messages to people who may see the import: `progress` {import}. */
export const importRoom = room<{ importId: number }>('contacts.import');
/** Imports a file or an address book, resuming where it stopped. */
export const runImport = job<{ importId: number }>('contacts.import');
/** Deletes old imports and uploads that were never imported, and ends abandoned imports. */
export const cleanUpImports = job<Record<string, never>>('contacts.import.clean-up');
/** Moves data that reached a merged contact during the merge, and deletes its row. */
export const finishMerge = job<{ contactId: number }>('contacts.merge.finish');

/** Server: asks a channel if a number exists, before a contact is stored. */
export interface NumberCheck {
  id: string;
  /**
   * `value` is the number as the channel writes it. Undefined when the channel cannot answer now; the number is stored
   * then.
   */
  check(number: string, scope: Scope): Promise<{ exists: boolean; value: string } | undefined>;
}
/** Server: checks of a number’s existence on a channel. */
export const numberCheck = point<NumberCheck>('contacts.number.check');

/** Browser: a section in the contact form. */
export interface ContactFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{
    /** Undefined while a new contact is created. */
    contact: Contact | undefined;
    /** The values typed so far, under the server’s field names. */
    values: Readonly<Record<string, unknown>>;
    /**
     * Sets a field. `known` is its previous value, so that a change that somebody else saved in between is not
     * overwritten.
     */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Browser: a section in the contact form. */
export const contactFormSection = point<ContactFormSection>('contacts.form.section');

/** Server: a plugin’s data for rows of the contact list, loaded for many contacts at once. */
export interface ContactListExtra {
  /** Its key in `extra`. */
  id: string;
  /** Loads the data by contact id; contacts without an entry have none. `scope` is the plugin’s own. */
  load(contactIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, unknown>>;
}
/**
 * Server: data that rows of the contact list carry under `extra[id]`, loaded once per page.
 * @example
 * host.contribute(contactListExtra, {
 *   id: 'page',
 *   load: async (ids, scope) => {
 *     const rows = await scope.sql.rows<{ id: number; page: number }>(
 *       sql`select contact_id as id, page from phone_book.page where contact_id = any(${ids}::int[])`,
 *     );
 *     return new Map(rows.map(({ id, page }) => [id, page]));
 *   },
 * });
 */
export const contactListExtra = point<ContactListExtra>('contacts.list.extra');

/** A column of the contact list. */
export interface ContactListColumn {
  id: string;
  /** Lower values stand further left, after the number. */
  order?: number;
  permission?: string;
  /** Locale key of the header. */
  label: string;
  /**
   * Rendered in every row: it takes its data from `contact.extra` and makes no requests of its own. Limit it to one
   * short line.
   */
  component: Component<{ contact: Contact }>;
}
/**
 * Browser: a column of the contact list, after the number; on narrow screens a line of the contact’s card.
 * @example
 * host.add(contactListColumn, {
 *   id: 'page',
 *   label: 'column.page',
 *   component: lazyPart(() => import('./PageCell.tsx')),
 * });
 */
export const contactListColumn = point<ContactListColumn>('contacts.list.column');

interface ListActionEntry {
  id: string;
  /** Lower values come first. */
  order?: number;
  permission?: string;
  /** Locale key. */
  label: string;
  icon?: Component<{ className?: string }>;
  /** Returns true if the entry applies to this contact; without it, it applies to all. */
  fits?(contact: Contact): boolean;
}
/**
 * An entry of a contact’s menu in the list. `run` acts at once, and its errors are displayed; `component` opens a
 * dialog, which stays until it calls `onClose`.
 */
export type ContactListAction = ListActionEntry &
  (
    { run(contact: Contact): void | Promise<unknown> } | { component: Component<{ contact: Contact; onClose(): void }> }
  );
/**
 * Browser: an entry of a contact’s menu in the list, which acts at once or opens a dialog. Without entries there is no
 * menu.
 * @example
 * host.add(contactListAction, {
 *   id: 'print',
 *   label: 'action.print',
 *   fits: (contact) => !contact.isGroup,
 *   run: (contact) => api.post(`/labels/${contact.id}`),
 * });
 */
export const contactListAction = point<ContactListAction>('contacts.list.action');

/** An entry of the menu of the contact list. */
export interface ContactPageAction {
  id: string;
  /** Lower values come first. */
  order?: number;
  permission?: string;
  /** Locale key. */
  label: string;
  icon?: Component<{ className?: string }>;
  /** A dialog about the found contacts, which stays until it calls `onClose`. `term` is '' for all contacts. */
  component: Component<{ term: string; count: number | undefined; onClose(): void }>;
}
/**
 * Browser: an entry of the menu of the contact list, about the contacts that it shows.
 * @example
 * host.add(contactPageAction, {
 *   id: 'labels',
 *   label: 'action.labels',
 *   component: lazyPart(() => import('./LabelsDialog.tsx')),
 * });
 */
export const contactPageAction = point<ContactPageAction>('contacts.page.action');

export interface ContactFormProps {
  /** The contact to edit; absent to create one. */
  contactId?: number;
  onClose(): void;
  /** Called after the contact was saved, before `onClose`. */
  onSaved?(contact: Contact): void;
}
/** The dialog in which a contact is created or edited, with all sections that plugins add. */
export const contactForm = component<ContactFormProps>('contacts.form');

/** Handle by which a form checks and saves the new contact that is part of it. */
export interface NewContact {
  /** Returns true if the fields are valid; if not, they show their faults. */
  check(): boolean;
  /**
   * Saves the contact. Show the error that it rejects with in your form; it asks for a confirmation of a number that no
   * channel knows.
   */
  save(): Promise<Contact>;
}
export interface NewContactProps {
  /** The values typed so far. */
  name: string;
  number: string;
  /** Called once, when the fields are mounted. */
  onReady(contact: NewContact): void;
}
/** The fields of a new contact, inside a `FormDialog` of yours about something else. */
export const newContactRows = component<NewContactProps>('contacts.new');

/** The chosen contact as the picker returns it. */
export type ChosenContact = Pick<Contact, 'id' | 'name' | 'number' | 'profilePicUrl'>;
export interface ContactPickerProps {
  label: string;
  /** The chosen contact, or null. */
  value: ChosenContact | null;
  onChange(contact: ChosenContact | null): void;
  /**
   * Called to create a contact with the name or number that was typed when no contact matches. Absent: only existing
   * contacts can be chosen.
   */
  onCreate?(typed: string): void;
  error?: string | undefined;
  required?: boolean;
  autoFocus?: boolean;
}
/** A form field, with its label, that finds a contact by name or number. */
export const contactPicker = component<ContactPickerProps>('contacts.picker');

/**
 * Returns the digits of a search term that is a formatted number or a good part of one, as `+55 11 96000-1234`;
 * undefined if it is not a number or consists of digits only. Search for both, since only digits are stored.
 */
export const digitsOfNumber = (term: string): string | undefined => {
  const digits = term.replace(/\D/g, '');
  return digits.length >= 5 && digits !== term && /^\+?[\d\s()./-]+$/.test(term) ? digits : undefined;
};

/** A row of `contacts.public_contact`. */
export interface PublicContact {
  id: number;
  company_id: number;
  name: string;
  /** Digits; '' for groups and contacts without a number. Show it through `contacts.visible`. */
  number: string;
  /** The number without the ninth digit of a Brazilian mobile: equal for both spellings of one number. */
  number_key: string;
  /** '' if unknown. */
  email: string;
  profile_pic_url: string | null;
  is_group: boolean;
  /**
   * The contact that this one was merged into; the row remains for some minutes, for messages that were being received.
   */
  merged_into: number | null;
  created_at: Date;
  updated_at: Date;
}
/** SQL: contacts of the company, including groups. */
export const publicContact = publishedSql<PublicContact>('contacts.public_contact');

/** A row of `contacts.public_number`. */
export interface PublicNumber {
  company_id: number;
  contact_id: number;
  /** As in `contacts.public_contact`; never ''. */
  number_key: string;
}
/**
 * SQL: all numbers of contacts, also those of contacts that were merged into them, and those at which they write. An
 * erasure uses all of them.
 */
export const publicNumber = publishedSql<PublicNumber>('contacts.public_number');

/** A row of `contacts.public_extra_info`. */
export interface PublicExtraInfo {
  id: number;
  company_id: number;
  contact_id: number;
  /** As the company named it, such as 'Aniversário'; one contact may have a name twice. */
  name: string;
  value: string;
}
/** SQL: additional information of contacts, in the order of its ids. */
export const publicExtraInfo = publishedSql<PublicExtraInfo>('contacts.public_extra_info');

/** A row of `contacts.public_identity`. */
export interface PublicIdentity {
  id: number;
  company_id: number;
  contact_id: number;
  channel: string;
  /** Scope on the channel within which the value is unique; '' for everywhere. */
  scope: string;
  /** `phone`, `email`, `group` or another `IdentityKind`. */
  kind: string;
  value: string;
  created_at: Date;
}
/** SQL: identities of contacts on channels. `(channel, scope, kind, value)` is unique in the company. */
export const publicIdentity = publishedSql<PublicIdentity>('contacts.public_identity');

/**
 * SQL: finds or creates the contact of an identity, adds the identity to the contact that already has the number,
 * refreshes name and picture where people have not edited them, and returns the contact’s id. Safe when many callers
 * race for one new identity. An identity by e-mail (kind `email`) belongs to the contact with that address.
 */
export const identifySql =
  publishedSql<
    (
      channel: string,
      scope: string,
      kind: string,
      value: string,
      name: string,
      number: string,
      picture: string | null,
    ) => number
  >('contacts.identify');
/** SQL: sets the e-mail address that a channel knows on a contact that has none. */
export const setMissingEmailSql = publishedSql<(contact: number, mail: string) => void>('contacts.set_missing_email');
/** SQL: removes the picture that a channel supplied, unless the contact has another one by now. */
export const removePictureSql = publishedSql<(contact: number, picture: string) => void>('contacts.remove_picture');
/**
 * SQL: returns a number, or a name that is only the number, as the reader may see it: with `masked` only its last four
 * digits.
 */
export const visibleSql = publishedSql<(shown: string, number: string, masked: boolean) => string>('contacts.visible');
/** SQL: the number without the ninth digit of a Brazilian mobile: equal for both spellings of one number. */
export const numberKeySql = publishedSql<(number: string) => string>('contacts.number_key');
/** SQL: ids of contacts whose name, number or e-mail address contains the words, newest first. */
export const contactMatchSql = publishedSql<(query: string, limit: number) => number[]>('contacts.contact_match');
/**
 * SQL: ids of contacts that had this number before they were merged into another; with `masked` by the last four digits
 * only.
 */
export const mergedNumberMatchSql =
  publishedSql<(term: string, masked: boolean) => number[]>('contacts.merged_number_match');
/** Foreign keys to contacts refer to `contacts.contact (company_id, id)`. */
export const contactKey = publishedKey('contacts.contact');
