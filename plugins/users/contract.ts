/** People of the company. Others may reference `kernel.user (company_id, id)` by composite foreign key. */
import { point, service } from '@balcao/sdk/contract';
import type { Scope, z } from '@balcao/sdk/server';

/** Who of the company sees whole numbers of contacts, as `isShowContacts` of each person says. Answers without waiting. */
export interface ContactSight {
  hidesFrom(userId: number): boolean;
  /** Whether they are hidden from anybody: for live messages, which many read at once. */
  hidesFromSomebody(): boolean;
}
/** Who of the company sees whole numbers of contacts. */
export const contactSight = service<ContactSight>('users.contact-sight');

/** Server: a field that another plugin adds to a person: kept by it, shown and saved with the person. */
export interface UserExtra {
  id: string;
  /** Key in the body of POST and PUT /users. */
  field: string;
  schema: z.ZodType;
  /** Asked of who changes it. */
  permission?: string;
  /** Keys to add to each person's answer. */
  load(userIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  save(userId: number, value: unknown, scope: Scope): Promise<void>;
}
/** Server: a field that a plugin adds to people. */
export const userExtra = point<UserExtra>('users.extra');

/** Browser: a section in the person's form. Props: `{ user, values, setValue(field, value) }`. */
export interface UserFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: unknown;
}
/** Browser: a section in the person's form. Props: `{ user, values, setValue(field, value) }`. */
export const userFormSection = point<UserFormSection>('users.form.section');
