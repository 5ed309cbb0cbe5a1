import type { CampaignFields } from './contract.ts';

/** The values of fields that nobody filled in. */
export const emptyFields: Omit<CampaignFields, 'name' | 'whatsappId'> = {
  contactListId: null,
  tagFilters: [],
  dddFilters: [],
  message1: '',
  message2: '',
  message3: '',
  message4: '',
  message5: '',
  confirmation: false,
  confirmationMessage1: '',
  confirmationMessage2: '',
  confirmationMessage3: '',
  confirmationMessage4: '',
  confirmationMessage5: '',
  scheduledAt: null,
  template: null,
  confirmationTemplate: null,
  flowId: null,
  legalBasis: 'consent',
  nameFallback: '',
  optOutFooter: true,
  recipientZone: false,
  interrupts: false,
  pace: null,
};
