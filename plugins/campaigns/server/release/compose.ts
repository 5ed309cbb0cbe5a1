import type { OutgoingMessage } from '@balcao/tickets/contract';
import type { CampaignSettings, TemplateMessage } from '../../contract.ts';
import { filled } from '../campaign/campaign-form.ts';
import type { Campaign } from '../campaign/campaign-view.ts';
import { fill, type VariableValues } from '../text/variables.ts';

type Texts = Pick<
  Campaign,
  | 'messages'
  | 'confirmationMessages'
  | 'template'
  | 'confirmationTemplate'
  | 'nameFallback'
  | 'optOutFooter'
  | 'mediaPath'
  | 'mediaName'
  | 'mediaMime'
  | 'mediaSize'
>;
interface Person {
  name: string;
  number: string;
  variant: number;
  position: number;
  /** Further columns of the list, which precede the company's variables. */
  variables?: Readonly<Record<string, string>> | null;
}

const withValues = (template: TemplateMessage, values: VariableValues): TemplateMessage => ({
  ...template,
  variables: Object.fromEntries(
    Object.entries(template.variables ?? {}).map(([key, text]) => [key, fill(text, values)]),
  ),
});

const footerOf = ({ optOutFooter, optOutWords }: CampaignSettings): string =>
  optOutFooter.replaceAll('{sair}', (optOutWords[0] ?? 'sair').toUpperCase());

const valuesFor = (texts: Texts, settings: CampaignSettings, { name, number, variables }: Person): VariableValues => ({
  name,
  number,
  nameFallback: texts.nameFallback,
  custom: [...settings.variables, ...Object.entries(variables ?? {}).map(([key, value]) => ({ key, value }))],
});

/** Returns the main message for one person. Text and file are one message, the text its caption. */
export const mainMessage = (
  texts: Texts,
  settings: CampaignSettings,
  person: Person,
): Pick<OutgoingMessage, 'body' | 'file' | 'fileIsShared' | 'template'> => {
  const values = valuesFor(texts, settings, person);
  const { mediaPath, mediaName, mediaMime, mediaSize } = texts;
  const file =
    mediaPath === null
      ? {}
      : {
          file: {
            path: mediaPath,
            name: mediaName ?? '',
            mime: mediaMime ?? 'application/octet-stream',
            size: mediaSize ?? 0,
          },
          fileIsShared: true,
        };
  if (texts.template) return { body: '', template: withValues(texts.template, values), ...file };
  const variants = filled(texts.messages);
  const text = fill(variants[(person.variant - 1) % Math.max(variants.length, 1)] ?? '', values);
  const footer = texts.optOutFooter ? footerOf(settings) : '';
  return { body: footer === '' ? text : `${text}\n\n${footer}`, ...file };
};

/** Returns the question that asks for a confirmation; people get the filled ones in turn. */
export const question = (
  texts: Texts,
  settings: CampaignSettings,
  person: Person,
): Pick<OutgoingMessage, 'body' | 'template'> => {
  const values = valuesFor(texts, settings, person);
  if (texts.confirmationTemplate) return { body: '', template: withValues(texts.confirmationTemplate, values) };
  const questions = filled(texts.confirmationMessages);
  return { body: fill(questions[person.position % Math.max(questions.length, 1)] ?? '', values) };
};
