import type { SessionUser } from '@balcao/sdk/client';

/** The session’s data about the licence, for people who may pay. */
export interface KnownSubscription {
  licenceStatus: 'free' | 'trial' | 'licensed' | 'overdue' | 'blocked';
  dueDate: string | null;
  trialExpiration: string | null;
  daysOverdue: number;
  isLocked: boolean;
  /** True if there is an invoice to pay; otherwise a plan must be chosen first. */
  hasInvoice: boolean;
}

const none: KnownSubscription = {
  licenceStatus: 'free',
  dueDate: null,
  trialExpiration: null,
  daysOverdue: 0,
  isLocked: false,
  hasInvoice: false,
};

export const knownSubscription = (user: SessionUser): KnownSubscription => ({
  ...none,
  ...(user['subscription'] as Partial<KnownSubscription> | undefined),
});
