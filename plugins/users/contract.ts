/** People of the company. Foreign keys to them go to the kernel's table: `userKey` of `@balcao/sdk/server`. */
import { component, point, publishedSql, room, service, type Component } from '@balcao/sdk/contract';
import type { Profile } from '@balcao/sdk/manifest';
import type { Scope, z } from '@balcao/sdk/server';

/** Who of the company sees whole numbers of contacts, as `isShowContacts` of each person says. Answers without waiting. */
export interface ContactSight {
  hidesFrom(userId: number): boolean;
  /** Whether they are hidden from anybody: for live messages, which many read at once. */
  hidesFromSomebody(): boolean;
}
/** Who of the company sees whole numbers of contacts. */
export const contactSight = service<ContactSight>('users.contact-sight');

/** Live: `update` {userId, isNew?}, `delete` {userId}. Everybody of the company may join: what is to be shown is fetched. */
export const usersRoom = room('users.list');

/** Server: a field that another plugin adds to a person: kept by it, shown and saved with the person. */
export interface UserExtra {
  id: string;
  /** Key in the body of POST and PUT /users. */
  field: string;
  schema: z.ZodType;
  /** Keys of `load` that everybody of the company may see, `['queues']`; absent: none. */
  colleaguesSee?: readonly string[];
  /** Asked of who changes it. */
  permission?: string;
  /** Keys to add to each person's answer. */
  load(userIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  /**
   * What the field holds, out of a person's answer. Absent: the answer has it under the field's own name. By it two
   * people who change the field at once are told of each other.
   */
  read?(person: Readonly<Record<string, unknown>>): unknown;
  save(userId: number, value: unknown, scope: Scope): Promise<void>;
}
/** Server: a field that a plugin adds to people. */
export const userExtra = point<UserExtra>('users.extra');

/** Browser: a person as GET /users answers them, with the keys that extras add. */
export interface UserView {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  /** The person's picture, for `mediaUrl`; null: none. */
  profilePicUrl: string | null;
  super: boolean;
  online: boolean;
  /** ISO 8601; null while the person never came. */
  lastOnline: string | null;
  firstOnline: string | null;
  /** Until when the link of an invitation is good; null: the person has a password. Asked with users:view. */
  invitedUntil?: string | null;
  /** These three where the company has virtual assistants. */
  isVirtual?: boolean;
  customPrompt?: string;
  isShowContacts?: boolean;
  /** Answered while departments are on. */
  queues?: { id: number; name: string; color: string }[];
}

/** Browser: a section in the person's form. */
export interface UserFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{
    /** Absent while a new one is written down. */
    user: UserView | undefined;
    /** What was typed so far, with the keys that the server knows. */
    values: Readonly<Record<string, unknown>>;
    /** `known` is what the field held before, so that it is not saved over what somebody else saved meanwhile. */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Browser: what can be done to several people at once, a button where some are ticked in the list. */
export interface UserBulkAction {
  id: string;
  order?: number;
  permission?: string;
  /** Locale key of the button. */
  label: string;
  /** A dialog; mounted once the button was pressed. */
  component: Component<{
    users: readonly UserView[];
    /** Something was changed: the list is read again, and nobody is ticked any more. */
    onDone(): Promise<void>;
    onClose(): void;
  }>;
}
/** Browser: what can be done to several people at once. */
export const userBulkAction = point<UserBulkAction>('users.bulk.action');

/** Browser: a section in the person's form. */
export const userFormSection = point<UserFormSection>('users.form.section');

/** What a picker tells of the person who was chosen. */
export interface ChosenUser {
  id: number;
  name: string;
  profilePicUrl?: string | null;
  online: boolean;
}
export interface UserPickerProps {
  label: string;
  /** Who is chosen; null: nobody. */
  value: ChosenUser | null;
  onChange(user: ChosenUser | null): void;
  /** These are not offered. */
  without?: readonly number[];
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  autoFocus?: boolean;
}
/** Chooses somebody of the company by name, in a form: with its label, who is online first. */
export const userPicker = component<UserPickerProps>('users.picker');

/** A row of `users.public_user`. */
export interface PublicUser {
  id: number;
  company_id: number;
  name: string;
  email: string;
  profile: Profile;
  online: boolean;
  /** Null: the person never came. */
  first_online: Date | null;
  last_online: Date | null;
  profile_pic_url: string | null;
  /** A virtual assistant. */
  is_virtual: boolean;
  /** Sees whole numbers of contacts. */
  is_show_contacts: boolean;
  created_at: Date;
}
/** SQL: people of the company, with what this plugin keeps of them. */
export const publicUser = publishedSql<PublicUser>('users.public_user');
