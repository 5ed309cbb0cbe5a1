import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { contactFormSection, type Contact, type ContactFormSection } from '../contract.ts';

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
