import type { CampaignFields } from '../../contract.ts';

/** Typed values that are not saved yet, kept in this browser. */
export interface Draft {
  values: CampaignFields;
  /** The version of the stored campaign that it changes; absent for a new one. */
  version?: number;
  at: string;
}

const keyOf = (companyId: number, userId: number, campaignId: number | undefined): string =>
  `balcao.campaign-draft.${companyId}.${userId}.${campaignId ?? 'new'}`;

export const readDraft = (...which: Parameters<typeof keyOf>): Draft | undefined => {
  try {
    const text = localStorage.getItem(keyOf(...which));
    return text === null ? undefined : (JSON.parse(text) as Draft);
  } catch {
    return undefined;
  }
};
export const writeDraft = (draft: Draft | undefined, ...which: Parameters<typeof keyOf>): void => {
  try {
    if (draft) localStorage.setItem(keyOf(...which), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(...which));
  } catch {
    // A full or forbidden storage: the form still works, without a draft.
  }
};
