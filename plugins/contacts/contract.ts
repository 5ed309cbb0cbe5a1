/** Contacts and their identities; what others' SQL may name of them stands at the end of this file. */
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
import type { Scope } from '@balcao/sdk/server';

/**
 * What identifies a person on a channel: a phone number is no longer always there, so it is a row of its own. A channel
 * names a kind of its own where none of these says what its values are, as `telegram`: small letters, digits and dashes,
 * at most 40, beginning with a letter.
 */
export type IdentityKind =
  'phone' | 'bsuid' | 'lid' | 'psid' | 'igsid' | 'web' | 'email' | 'group' | (string & Record<never, never>);
/** Whether a text may name a kind of identity. */
export const isIdentityKind = (kind: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(kind);

export interface Identity {
  /** `whatsapp`, `webchat`, … */
  channel: string;
  /** Within which the value is unique: '' for a phone number, the connection for a page- or site-scoped id. */
  scope: string;
  kind: IdentityKind;
  value: string;
}

export interface Contact {
  id: number;
  name: string;
  /** Digits with country code; '' when the person has none. */
  number: string;
  email: string;
  profilePicUrl: string | null;
  origin: string | null;
  isGroup: boolean;
  /** What other plugins tell of it, by their keys (`contacts.list.extra`); only on the page's list and where one is read. */
  extra?: Readonly<Record<string, unknown>>;
}

export interface Contacts {
  find(id: number): Promise<Contact | undefined>;
  findMany(ids: readonly number[]): Promise<Contact[]>;
  /**
   * The identity to write to on a channel; undefined when the contact cannot be reached there. `kind` is what the channel
   * knows people by: who never wrote there is reached by the contact's number (`phone`) or e-mail (`email`), and by
   * nothing on a channel of another kind. Absent: by the number.
   */
  reach(contactId: number, channel: string, scope: string, kind?: IdentityKind): Promise<Identity | undefined>;
  create(input: { name: string; number?: string; email?: string }): Promise<Contact>;
  /** The number as this reader may see it: whole, or its last 4 digits (`hideContactNumber`). */
  visibleNumber(number: string): string;
  /** Whether numbers are masked for this reader, or (for live messages to many) for somebody of the company. */
  masksNumbers(whom: 'reader' | 'somebody'): boolean;
}
const usualOrigins = ['Facebook', 'Instagram', 'Google', 'TikTok', 'Tráfego pago', 'Indicação', 'Particular', 'Outros'];

/** How an origin reads on screen: the usual ones are kept in capitals, a company's own as somebody typed them. */
export const originName = (origin: string): string =>
  usualOrigins.find((name) => name.toUpperCase() === origin) ?? origin;

/** The company's contacts. */
export const contacts = service<Contacts>('contacts.contacts');

/** A contact was made, changed or deleted. Key: the contact. */
export const contactChanged = event<{ contactId: number; action: 'create' | 'update' | 'delete' }>(
  'contacts.contact.changed',
);
/** Live: `update` {contactId, isNew}, `delete` {contactId, isNew}. */
export const contactsRoom = room('contacts.list');

/** Two contacts turned out to be one person: `from` went into `to`. Key: the contact that stays. */
export const contactsMerged = event<{ from: number; to: number }>('contacts.contact.merged');

/** Server: moves what a plugin keeps of a contact when two contacts become one. */
export interface ContactMove {
  id: string;
  /**
   * Moves everything from one contact to the other, inside the transaction of the merge; `scope` is your plugin's own.
   * Throw an `AppError` with a code of yours to refuse the merge: nothing is moved then, and people are told why.
   * Asked again some minutes later, for what came in while the merge ran: moving nothing must do no harm.
   */
  move(contacts: { from: number; to: number }, scope: Scope): Promise<void>;
}
/** Server: what moves along when two contacts become one. Without it, a table that references contacts keeps its rows. */
export const contactMove = point<ContactMove>('contacts.merge');

/** One thing that is kept of a person: a row under a heading, or a file (`path` is one of `scope.storage`). */
export type KeptOfPerson = { kind: string; row: object } | { path: string; name: string };
/** What is gone: how much it was, and the files that go with it once that is committed. */
export interface Erased {
  count: number;
  files: readonly string[];
}
/** Server: what a plugin keeps of a person, who may ask for it and may ask that it be forgotten. */
export interface PersonalData {
  id: string;
  /** Everything about a contact, rows of one `kind` after another. */
  collect(contactId: number, scope: Scope): AsyncIterable<KeptOfPerson>;
  /**
   * Forgets who it was and what was said; what is only counted stays. Inside one transaction with all other plugins,
   * before the contact's own data goes. Throw an `AppError` with a code of yours to refuse.
   */
  erase(contactId: number, scope: Scope): Promise<Erased>;
  /** What the person is called by here, names, numbers and addresses: blotted out of the record when they are erased. */
  names?(contactId: number, scope: Scope): Promise<readonly string[]>;
  /** Forgets what ended before a day, at most `most` at a time: the company keeps it no longer. Called until `count` is 0. */
  eraseBefore?(day: Date, most: number, scope: Scope): Promise<Erased>;
  /** How many `eraseBefore` would forget, for the question that is asked before. */
  countBefore?(day: Date, scope: Scope): Promise<number>;
}
/** Server: what plugins keep of a contact, for the person's own right to see it and to have it erased. */
export const personalData = point<PersonalData>('contacts.personal-data');

/** Somebody in an address book outside the product. */
export interface KnownPerson {
  identity: Identity;
  /** '' when the address book has none. */
  name: string;
  /** Digits, when known. */
  number?: string;
  picture?: string;
}
export interface AddressBook {
  /** Unique within the source. */
  id: number;
  name: string;
  /** Why it cannot be read now, as a code of yours; absent: it can. */
  trouble?: string;
}
/** Server: address books from which people are imported, as those of connected phones. */
export interface ContactSource {
  id: string;
  books(scope: Scope): Promise<AddressBook[]>;
  /** Everybody in it. Read in a job, so it may take its time; end early when `scope.signal` is aborted. */
  read(bookId: number, scope: Scope): AsyncIterable<KnownPerson>;
}
/** Server: address books from which people are imported. */
export const contactSource = point<ContactSource>('contacts.source');

export type ImportStatus = 'ready' | 'reading' | 'running' | 'done' | 'cancelled' | 'failed';
/** How far an import is. */
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
/** Live, for whoever may see the import: `progress` {import}. */
export const importRoom = room<{ importId: number }>('contacts.import');
/** The import of a file or an address book, from where it stopped. */
export const runImport = job<{ importId: number }>('contacts.import');
/** Imports that are old are forgotten, and so are files that were chosen and never imported; those that were given up end. */
export const forgetImports = job<Record<string, never>>('contacts.import.forget');
/** Moves what reached a merged contact while the merge ran, and lets the row go. */
export const finishMerge = job<{ contactId: number }>('contacts.merge.finish');

/** Server: asks a channel whether a number exists, before a person's contact is kept. */
export interface NumberCheck {
  id: string;
  /** `value` is the number as the channel writes it. Undefined: it cannot tell now, and the number is kept. */
  check(number: string, scope: Scope): Promise<{ exists: boolean; value: string } | undefined>;
}
/** Server: whether a number exists on a channel. */
export const numberCheck = point<NumberCheck>('contacts.number.check');

/** Browser: a section in the contact's form. */
export interface ContactFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{
    /** Absent while a new one is written down. */
    contact: Contact | undefined;
    /** What was typed so far, with the keys that the server knows. */
    values: Readonly<Record<string, unknown>>;
    /** `known` is what the field held before, so that it is not saved over what somebody else saved meanwhile. */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Browser: a section in the contact's form. */
export const contactFormSection = point<ContactFormSection>('contacts.form.section');

/** Server: what a plugin tells of contacts in their list, for many at once. */
export interface ContactListExtra {
  /** Its key in `extra`. */
  id: string;
  /** Those without an entry have none. `scope` is the plugin's own. */
  load(contactIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, unknown>>;
}
/**
 * Server: what rows of the contact list carry under `extra[id]`, loaded for a whole page at once.
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
  /** Lower stands further to the left, after the number. */
  order?: number;
  permission?: string;
  /** Locale key of the header. */
  label: string;
  /** Drawn for every row: what it needs comes in `contact.extra`, not by calls of its own. Keep it to one short line. */
  component: Component<{ contact: Contact }>;
}
/**
 * Browser: a column of the contact list, after the number; on narrow screens a line of the contact's card.
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
  /** Lower comes first. */
  order?: number;
  permission?: string;
  /** Locale key. */
  label: string;
  icon?: Component<{ className?: string }>;
  /** Whether it stands in this contact's menu; absent: in every one. */
  fits?(contact: Contact): boolean;
}
/**
 * An entry of a contact's menu in the list. With `run` it works at once, and what it throws is told; with `component` it
 * opens a dialog, which stays until it calls `onClose`.
 */
export type ContactListAction = ListActionEntry &
  (
    { run(contact: Contact): void | Promise<unknown> } | { component: Component<{ contact: Contact; onClose(): void }> }
  );
/**
 * Browser: an entry of a contact's menu in the list: something done at once, or a dialog. Without any there is no menu.
 * @example
 * host.add(contactListAction, {
 *   id: 'print',
 *   label: 'action.print',
 *   fits: (contact) => !contact.isGroup,
 *   run: (contact) => api.post(`/labels/${contact.id}`),
 * });
 */
export const contactListAction = point<ContactListAction>('contacts.list.action');

export interface ContactFormProps {
  /** Whose it is; absent: somebody new is written down. */
  contactId?: number;
  onClose(): void;
  /** After it was saved, before `onClose`. */
  onSaved?(contact: Contact): void;
}
/** The dialog in which a contact is written down or mended, with everything that plugins add to it. */
export const contactForm = component<ContactFormProps>('contacts.form');

/** What a form does with the new contact that is written down in it. */
export interface NewContact {
  /** Whether the fields can be sent; if not, they say what is wrong. */
  check(): boolean;
  /** Keeps the contact. Let your form show what it rejects with; a number that no channel knows is asked about. */
  save(): Promise<Contact>;
}
export interface NewContactProps {
  /** What was typed so far. */
  name: string;
  number: string;
  /** Called once, when the fields are there. */
  onReady(contact: NewContact): void;
}
/** The fields of a new contact, within a `FormDialog` of yours that is about something else. */
export const newContactRows = component<NewContactProps>('contacts.new');

/** What a picker tells of the contact that was chosen. */
export type ChosenContact = Pick<Contact, 'id' | 'name' | 'number' | 'profilePicUrl'>;
export interface ContactPickerProps {
  label: string;
  /** Who is chosen; null: nobody. */
  value: ChosenContact | null;
  onChange(contact: ChosenContact | null): void;
  /** Nobody fits: somebody new, under the name or number that was typed. Absent: only who is known can be chosen. */
  onCreate?(typed: string): void;
  error?: string | undefined;
  required?: boolean;
  autoFocus?: boolean;
}
/** Finds a contact by name or number, in a form: with its label. */
export const contactPicker = component<ContactPickerProps>('contacts.picker');

/**
 * The digits of a term that is a number, or a good part of one, written as pages show it: `+55 11 96000-1234`.
 * Undefined: it is none, or has nothing but digits already. Search for both, since only digits are kept.
 */
export const shownNumber = (term: string): string | undefined => {
  const digits = term.replace(/\D/g, '');
  return digits.length >= 5 && digits !== term && /^\+?[\d\s()./-]+$/.test(term) ? digits : undefined;
};

/** A row of `contacts.public_contact`. */
export interface PublicContact {
  id: number;
  company_id: number;
  name: string;
  /** Digits; '' for a group and for who is known by no number. Show it through `contacts.visible`. */
  number: string;
  /** The number without the ninth digit of a Brazilian mobile: equal for both ways to write one telephone. */
  number_key: string;
  /** '': none. */
  email: string;
  profile_pic_url: string | null;
  is_group: boolean;
  /** It is this contact now; the row stays a while for what was on its way to it. */
  merged_into: number | null;
  created_at: Date;
  updated_at: Date;
}
/** SQL: contacts of the company, groups among them. */
export const publicContact = publishedSql<PublicContact>('contacts.public_contact');

/** A row of `contacts.public_identity`. */
export interface PublicIdentity {
  id: number;
  company_id: number;
  contact_id: number;
  channel: string;
  /** Within what the value is unique on the channel; '': everywhere. */
  scope: string;
  /** `phone`, `email`, `group` or another `IdentityKind`. */
  kind: string;
  value: string;
  created_at: Date;
}
/** SQL: by what contacts are known on channels. `(channel, scope, kind, value)` is unique in the company. */
export const publicIdentity = publishedSql<PublicIdentity>('contacts.public_identity');

/**
 * SQL: finds or makes the contact of an identity, joins an identity to the contact that already has the number, refreshes name and
 * picture where people have not edited them, and answers the contact's id. Safe when many callers race for one new
 * identity. Who writes by e-mail (kind `email`) is the contact that has the address.
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
/** SQL: gives a contact without an e-mail address the one that a channel knows. */
export const knowMailSql = publishedSql<(contact: number, mail: string) => void>('contacts.know_mail');
/** SQL: takes the picture away that a channel gave, unless the contact has another one by now. */
export const forgetPictureSql = publishedSql<(contact: number, picture: string) => void>('contacts.forget_picture');
/** SQL: what a reader sees of a number, or of a name that is only the number: with `masked` its last four digits. */
export const visibleSql = publishedSql<(shown: string, number: string, masked: boolean) => string>('contacts.visible');
/** SQL: ids of contacts whose name, number or e-mail address contains the words, newest first. */
export const contactMatchSql = publishedSql<(query: string, most: number) => number[]>('contacts.contact_match');
/** SQL: ids of contacts that had this number before they became another one; with `masked` by the last four digits only. */
export const spareMatchSql = publishedSql<(term: string, masked: boolean) => number[]>('contacts.spare_match');
/** Foreign keys to contacts go through `contacts.contact (company_id, id)`. */
export const contactKey = publishedKey('contacts.contact');
