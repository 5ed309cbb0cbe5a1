import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { userBulkAction, userFormSection, type UserBulkAction, type UserFormSection } from '../contract.ts';
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

export const bulkActions = userBulkAction as PointRef<
  Omit<UserBulkAction, 'component'> & {
    component: Part<{ users: readonly User[]; onDone(): Promise<void>; onClose(): void }>;
  }
>;
