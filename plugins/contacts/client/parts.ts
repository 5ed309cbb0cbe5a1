import type { Item, Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import {
  contactFormSection,
  contactListAction,
  contactListColumn,
  contactPageAction,
  type Contact,
  type ContactFormSection,
  type ContactListAction,
  type ContactListColumn,
  type ContactPageAction,
} from '../contract.ts';

/** Properties of a section of the form. `values` holds what was typed so far, under the server’s field names. */
export interface ContactSectionProps {
  /** Undefined while a new contact is created. */
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

/** An entry of a contact’s menu in the list. */
export interface ListAction extends Pick<ContactListAction, 'id' | 'label' | 'fits'> {
  icon?: Part<{ className?: string }>;
  run?(contact: Contact): void | Promise<unknown>;
  component?: Part<{ contact: Contact; onClose(): void }>;
}
export type ContactActionItem = Item<ListAction>;
/** An entry of the menu of the list, about the contacts that it shows. */
export const pageActions = contactPageAction as PointRef<
  Omit<ContactPageAction, 'component' | 'icon'> & {
    icon?: Part<{ className?: string }>;
    component: Part<{ term: string; count: number | undefined; onClose(): void }>;
  }
>;
export const listActions = contactListAction as PointRef<ListAction>;
