import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { userFormSection, type UserFormSection } from '../contract.ts';
import type { User } from './user.ts';

/** What a section of the form is given. `values` holds what was typed so far, with the keys the server knows. */
export interface UserSectionProps {
  /** Absent while somebody new is written down. */
  user: User | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}

export const userSections = userFormSection as PointRef<
  Omit<UserFormSection, 'component'> & { component: Part<UserSectionProps> }
>;
