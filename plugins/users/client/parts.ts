import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { userBulkAction, userFormSection, type UserBulkAction, type UserFormSection } from '../contract.ts';
import type { User } from './user.ts';

/** Props of a section of the form. `values` holds the values typed so far, under the server's keys. */
export interface UserSectionProps {
  /** Absent for a new person. */
  user: User | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}

export const userSections = userFormSection as PointRef<
  Omit<UserFormSection, 'component'> & { component: Part<UserSectionProps> }
>;

export const bulkActions = userBulkAction as PointRef<
  Omit<UserBulkAction, 'component'> & {
    component: Part<{ users: readonly User[]; onDone(): Promise<void>; onClose(): void }>;
  }
>;
