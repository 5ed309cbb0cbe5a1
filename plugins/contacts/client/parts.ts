import type { Item, Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import {
  contactFormSection,
  contactListAction,
  contactListColumn,
  type Contact,
  type ContactFormSection,
  type ContactListAction,
  type ContactListColumn,
} from '../contract.ts';

/** What a section of the form is given. `values` holds what was typed so far, with the keys the server knows. */
export interface ContactSectionProps {
  /** Absent while a new contact is written down. */
  contact: Contact | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}

export const contactSections = contactFormSection as PointRef<
  Omit<ContactFormSection, 'component'> & { component: Part<ContactSectionProps> }
>;

export const listColumns = contactListColumn as PointRef<
  Omit<ContactListColumn, 'component'> & { component: Part<{ contact: Contact }> }
>;

/** An entry of a contact's menu, as the list reads it. */
export interface ListAction extends Pick<ContactListAction, 'id' | 'label' | 'fits'> {
  icon?: Part<{ className?: string }>;
  run?(contact: Contact): void | Promise<unknown>;
  component?: Part<{ contact: Contact; onClose(): void }>;
}
export type ContactActionItem = Item<ListAction>;
export const listActions = contactListAction as PointRef<ListAction>;
