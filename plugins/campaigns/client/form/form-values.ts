import type { CampaignFields, CampaignView } from '../../contract.ts';
import { emptyFields } from '../../empty-fields.ts';

export const blankCampaign: CampaignFields = {
  ...emptyFields,
  name: '',
  whatsappId: 0,
  // Chosen by a person, not by us: until then it is not sent.
  legalBasis: '' as CampaignFields['legalBasis'],
};

const names = Object.keys(blankCampaign) as (keyof CampaignFields)[];

/** Returns the fields of a campaign that a form changes. */
export const fieldsOf = (campaign: CampaignView): CampaignFields =>
  Object.fromEntries(names.map((name) => [name, campaign[name]])) as unknown as CampaignFields;

export type MessageName = `message${1 | 2 | 3 | 4 | 5}`;
export type QuestionName = `confirmationMessage${1 | 2 | 3 | 4 | 5}`;
export const messageNames: readonly MessageName[] = ['message1', 'message2', 'message3', 'message4', 'message5'];
export const questionNames: readonly QuestionName[] = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
];

/** Returns how many texts are filled. */
export const filled = (values: CampaignFields, of: readonly (MessageName | QuestionName)[]): number =>
  of.filter((name) => values[name].trim() !== '').length;

/** Returns the variables of a text that nobody defined, each once. */
export const unknownVariables = (text: string, known: readonly string[]): string[] => [
  ...new Set(
    [...text.matchAll(/\{([\p{L}\p{N}_-]+)\}/gu)].flatMap(([, name = '']) => (known.includes(name) ? [] : [name])),
  ),
];

/** The next full hour that is at least an hour ahead, the usual time of a new campaign. */
export const usualTime = (now: Date): string => {
  const time = new Date(now);
  time.setHours(time.getHours() + 2, 0, 0, 0);
  return time.toISOString();
};
