/** People of the company. Foreign keys reference the kernel's table: `userKey` of `@balcao/sdk/server`. */
import { component, point, publishedSql, room, service, type Component } from '@balcao/sdk/contract';
import type { Profile } from '@balcao/sdk/manifest';
import type { Scope, z } from '@balcao/sdk/server';

/**
 * Which people of the company see unmasked numbers of contacts, as `isShowContacts` of each person sets. Synchronous.
 */
export interface ContactSight {
  hidesFrom(userId: number): boolean;
  /** Returns whether numbers are masked for anybody: for live messages, which many people receive. */
  hidesFromSomebody(): boolean;
}
/** Which people of the company see unmasked numbers of contacts. */
export const contactSight = service<ContactSight>('users.contact-sight');

/** Live: `update` {userId, isNew?}, `delete` {userId}. Everybody of the company may join; subscribers refetch. */
export const usersRoom = room('users.list');

/** Server: a field that another plugin adds to a person: stored by that plugin, shown and saved with the person. */
export interface UserExtra {
  id: string;
  /** Key in the body of POST and PUT /users. */
  field: string;
  schema: z.ZodType;
  /** Keys of `load` that everybody of the company may see, `['queues']`; absent: none. */
  colleaguesSee?: readonly string[];
  /** Permission required to change it. */
  permission?: string;
  /** Returns the keys to add to each person in responses. */
  load(userIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  /**
   * Extracts the field's value from a person in a response. When absent, the response has it under the field's own
   * name. Used to detect conflicts between two people who change the field.
   */
  read?(person: Readonly<Record<string, unknown>>): unknown;
  save(userId: number, value: unknown, scope: Scope): Promise<void>;
}
/** Server: a field that a plugin adds to people. */
export const userExtra = point<UserExtra>('users.extra');

/** Browser: a person in GET /users, with the keys that extras add. */
export interface UserView {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  /** Path of the picture for `mediaUrl`; null: none. */
  profilePicUrl: string | null;
  super: boolean;
  online: boolean;
  /** ISO 8601; null before the first login. */
  lastOnline: string | null;
  firstOnline: string | null;
  /** Expiry of the invitation link; null: the person has a password. Requires users:view. */
  invitedUntil?: string | null;
  /** These three only where the company has virtual assistants. */
  isVirtual?: boolean;
  customPrompt?: string;
  isShowContacts?: boolean;
  /** Present while the queues plugin is on. */
  queues?: { id: number; name: string; color: string }[];
}

/** Browser: a section in the person's form. */
export interface UserFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{
    /** Absent for a new person. */
    user: UserView | undefined;
    /** The values typed so far, under the server's keys. */
    values: Readonly<Record<string, unknown>>;
    /** Sets a value; `known` is the stored value before, so that another person's change is not overwritten. */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Browser: an action on several people at once, shown as a button while some are ticked in the list. */
export interface UserBulkAction {
  id: string;
  order?: number;
  permission?: string;
  /** Locale key of the button. */
  label: string;
  /** A dialog, mounted when the button is clicked. */
  component: Component<{
    users: readonly UserView[];
    /** Call after a change: the list is refetched and the ticks are cleared. */
    onDone(): Promise<void>;
    onClose(): void;
  }>;
}
/** Browser: an action on several people at once. */
export const userBulkAction = point<UserBulkAction>('users.bulk.action');

/** Browser: a section in the person's form. */
export const userFormSection = point<UserFormSection>('users.form.section');

/** The person that was chosen in a picker. */
export interface ChosenUser {
  id: number;
  name: string;
  profilePicUrl?: string | null;
  online: boolean;
}
export interface UserPickerProps {
  label: string;
  /** The chosen person; null: nobody. */
  value: ChosenUser | null;
  onChange(user: ChosenUser | null): void;
  /** Ids that are not offered. */
  without?: readonly number[];
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  autoFocus?: boolean;
}
/** Selects a person of the company by name, in a form: with its label, people online first. */
export const userPicker = component<UserPickerProps>('users.picker');

/** A row of `users.public_user`. */
export interface PublicUser {
  id: number;
  company_id: number;
  name: string;
  email: string;
  profile: Profile;
  online: boolean;
  /** Null before the first login. */
  first_online: Date | null;
  last_online: Date | null;
  profile_pic_url: string | null;
  /** True for a virtual assistant. */
  is_virtual: boolean;
  /** Sees unmasked numbers of contacts. */
  is_show_contacts: boolean;
  created_at: Date;
  /** The additional prompt of a virtual assistant; '' without one. */
  custom_prompt: string;
}
/** SQL: people of the company, with the data of this plugin. */
export const publicUser = publishedSql<PublicUser>('users.public_user');
