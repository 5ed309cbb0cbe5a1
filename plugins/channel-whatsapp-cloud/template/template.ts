/** Message templates as Meta has them, with the functions by which server and client read, fill and render them. */

export type TemplateStatus =
  | 'APPROVED'
  | 'PENDING'
  | 'REJECTED'
  | 'PAUSED'
  | 'DISABLED'
  | 'IN_APPEAL'
  | 'PENDING_DELETION'
  | 'DELETED'
  | 'LIMIT_EXCEEDED'
  | 'ARCHIVED';

interface TemplateButton {
  type: string;
  text?: string;
  url?: string;
  phone_number?: string;
}
export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  buttons?: TemplateButton[];
}

export interface Template {
  id: number;
  name: string;
  /** `pt_BR`, `en_US`, … */
  language: string;
  category: string;
  /** One of `TemplateStatus`, or a future status of Meta. */
  status: string;
  /** Meta’s reason for a refusal; '' otherwise. */
  reason: string;
  components: TemplateComponent[];
}

export type HeaderFile = 'image' | 'video' | 'document';

/** One variable to fill in. */
export interface TemplateVariable {
  /** `body.1`, `header.nome`, `button.0`. */
  key: string;
  place: 'header' | 'body' | 'button';
  /** The text between the braces. */
  name: string;
  /** The button’s index, counted from 0. */
  index?: number;
  /** The button’s text. */
  button?: string;
}

const gaps = /\{\{\s*(\w+)\s*\}\}/g;
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(gaps)].map(([, name]) => name ?? ''))];

const partOf = ({ components }: Template, type: string): TemplateComponent | undefined =>
  components.find((component) => component.type.toUpperCase() === type);
const buttonsOf = (template: Template): TemplateButton[] => partOf(template, 'BUTTONS')?.buttons ?? [];
const isCode = ({ type }: TemplateButton): boolean => ['COPY_CODE', 'OTP'].includes(type.toUpperCase());

export const bodyOf = (template: Template): string => partOf(template, 'BODY')?.text ?? '';
export const footerOf = (template: Template): string => partOf(template, 'FOOTER')?.text ?? '';
export const headerText = (template: Template): string => {
  const header = partOf(template, 'HEADER');
  return header?.format?.toUpperCase() === 'TEXT' || header?.format === undefined ? (header?.text ?? '') : '';
};
/** Returns the kind of the template’s header file. */
export const headerFile = (template: Template): HeaderFile | undefined => {
  const format = partOf(template, 'HEADER')?.format?.toLowerCase();
  return format === 'image' || format === 'video' || format === 'document' ? format : undefined;
};
export const buttonTexts = (template: Template): string[] => buttonsOf(template).map(({ text, type }) => text ?? type);

const known = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']);
const knownButtons = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP', 'FLOW']);
const knownHeaders = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'];
/** Parts that this product does not support, by their names in the locales. */
const missing = {
  CAROUSEL: 'carousel',
  LIMITED_TIME_OFFER: 'offer',
  CATALOG: 'catalog',
  MPM: 'catalog',
  SPM: 'catalog',
  VOICE_CALL: 'call',
  LOCATION: 'location',
} as const;
export type MissingPart = (typeof missing)[keyof typeof missing] | 'other';

/** Returns the first unsupported part of a template; undefined if it can be sent. */
export const missingPart = (template: Template): MissingPart | undefined => {
  const unknown = [
    ...template.components.map(({ type }) => type.toUpperCase()).filter((type) => !known.has(type)),
    ...buttonsOf(template)
      .map(({ type }) => type.toUpperCase())
      .filter((type) => !knownButtons.has(type)),
    ...[partOf(template, 'HEADER')?.format?.toUpperCase() ?? 'TEXT'].filter((format) => !knownHeaders.includes(format)),
  ];
  const [first] = unknown;
  return first === undefined ? undefined : ((missing as Partial<Record<string, MissingPart>>)[first] ?? 'other');
};
export const isSendable = (template: Template): boolean =>
  template.status === 'APPROVED' && missingPart(template) === undefined;

/** Returns the variables, in reading order. */
export const variablesOf = (template: Template): TemplateVariable[] => [
  ...namesIn(headerText(template)).map((name) => ({ key: `header.${name}`, place: 'header' as const, name })),
  ...namesIn(bodyOf(template)).map((name) => ({ key: `body.${name}`, place: 'body' as const, name })),
  ...buttonsOf(template).flatMap((button, index) =>
    isCode(button) || namesIn(button.url ?? '').length > 0
      ? [
          {
            key: `button.${index}`,
            place: 'button' as const,
            name: String(index + 1),
            index,
            button: button.text ?? '',
          },
        ]
      : [],
  ),
];

/** Normalises a value: Meta refuses line breaks, tabs and repeated spaces. */
export const asValue = (typed: string): string => typed.replace(/\s+/g, ' ').trim();

export type TemplateValues = Readonly<Record<string, string>>;

const filledIn = (text: string, place: string, values: TemplateValues): string =>
  text.replace(gaps, (gap, name: string) => asValue(values[`${place}.${name}`] ?? '') || gap);

export interface FilledTemplate {
  header: string;
  body: string;
  footer: string;
  buttons: string[];
}
/** Returns the template as the customer reads it; empty variables remain as placeholders. */
export const filled = (template: Template, values: TemplateValues): FilledTemplate => ({
  header: filledIn(headerText(template), 'header', values),
  body: filledIn(bodyOf(template), 'body', values),
  footer: footerOf(template),
  buttons: buttonTexts(template),
});
/** Returns the same as one text, for the ticket: with the header in bold, as WhatsApp displays it. */
export const asText = ({ header, body, footer, buttons }: FilledTemplate): string =>
  [header && `*${header}*`, body, footer && `_${footer}_`, buttons.map((text) => `▸ ${text}`).join('\n')]
    .filter(Boolean)
    .join('\n\n');

const parameters = (template: Template, place: 'header' | 'body', values: TemplateValues): object[] =>
  variablesOf(template)
    .filter((variable) => variable.place === place)
    .map(({ key, name }) => ({
      type: 'text',
      text: asValue(values[key] ?? ''),
      // Named variables are sent by name, numbered ones by their order.
      ...(!/^\d+$/.test(name) && { parameter_name: name }),
    }));

/** Returns the components that Meta requires beside the name. A header’s file is added when it is sent. */
export const sentComponents = (template: Template, values: TemplateValues): object[] => {
  const header = parameters(template, 'header', values);
  const body = parameters(template, 'body', values);
  const buttons = variablesOf(template).flatMap(({ place, index = 0, key }) => {
    const button = place === 'button' ? buttonsOf(template)[index] : undefined;
    if (!button) return [];
    const value = asValue(values[key] ?? '');
    const isCoupon = button.type.toUpperCase() === 'COPY_CODE';
    return [
      {
        type: 'button',
        sub_type: isCoupon ? 'copy_code' : 'url',
        index: String(index),
        parameters: [isCoupon ? { type: 'coupon_code', coupon_code: value } : { type: 'text', text: value }],
      },
    ];
  });
  // A form is part of the template; the sender adds nothing, and still must include its button.
  const forms = buttonsOf(template).flatMap(({ type }, index) =>
    type.toUpperCase() === 'FLOW'
      ? [{ type: 'button', sub_type: 'flow', index: String(index), parameters: [{ type: 'action', action: {} }] }]
      : [],
  );
  const numbered = (list: object[], place: 'header' | 'body'): object[] =>
    list.length > 0 ? [{ type: place, parameters: list }] : [];
  return [...numbered(header, 'header'), ...numbered(body, 'body'), ...buttons, ...forms];
};
