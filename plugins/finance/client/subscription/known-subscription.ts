import type { SessionUser } from '@balcao/sdk/client';

/** What the session knows of the licence, for who may pay. */
export interface KnownSubscription {
  standing: 'free' | 'trial' | 'licensed' | 'overdue' | 'blocked';
  dueDate: string | null;
  trialExpiration: string | null;
  daysOverdue: number;
  isLocked: boolean;
  /** There is an invoice to pay; without one a plan is to be chosen first. */
  hasInvoice: boolean;
}

const none: KnownSubscription = {
  standing: 'free',
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
