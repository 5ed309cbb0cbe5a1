import { invalid, notFound, textLength, z, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { lists } from '@balcao/contact-lists/contract';
import type { CampaignFields } from '../../contract.ts';
import { readSettings } from '../settings/settings.ts';
import { unknownVariables } from '../text/variables.ts';
import { fixedBeforeMs, id } from './campaign-view.ts';

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const message = z
  .string()
  .nullable()
  .transform((text) => storable(text ?? '').trim())
  .refine((text) => textLength(text, 5000) <= 5000, 'Mensagem não pode passar de 5.000 caracteres!');
const template = z
  .object({
    name: z.string().min(1).max(512),
    language: z.string().min(1).max(20),
    variables: z.record(z.string().max(100), z.string().max(1024).transform(storable)).optional(),
  })
  .nullable();
/** A list of the specified clients arrives as JSON text. */
const listOf = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value ?? [];
    try {
      return JSON.parse(value === '' ? '[]' : value) as unknown;
    } catch {
      return value;
    }
  }, z.array(item).max(max));

const fields = z.object({
  name: z
    .string('Nome é obrigatório')
    .transform((text) => storable(text).trim())
    .pipe(
      z
        .string()
        .min(1, { error: 'Nome é obrigatório', abort: true })
        .refine((name) => textLength(name) >= 2, 'Too Short!')
        .refine((name) => textLength(name, 50) <= 50, 'Too Long!'),
    ),
  whatsappId: id,
  contactListId: z.preprocess((value) => (value === '' || value === 0 ? null : value), id.nullable()),
  tagFilters: listOf(id, 200),
  dddFilters: listOf(z.coerce.number().int().min(11).max(99), 100),
  message1: message,
  message2: message,
  message3: message,
  message4: message,
  message5: message,
  confirmation: z.boolean(),
  confirmationMessage1: message,
  confirmationMessage2: message,
  confirmationMessage3: message,
  confirmationMessage4: message,
  confirmationMessage5: message,
  scheduledAt: z.preprocess(
    (value) => (value === '' ? null : value),
    z.iso
      .datetime({ offset: true, local: false })
      .nullable()
      .transform((at) => (at === null ? null : new Date(at).toISOString())),
  ),
  template,
  confirmationTemplate: template,
  flowId: z.preprocess(
    (value) => (value === '' || value === 0 || value === '0' ? null : value),
    z.coerce.string().max(60).nullable(),
  ),
  legalBasis: z.enum(['consent', 'legitimate-interest', 'contract']),
  nameFallback: z
    .string()
    .max(60)
    .transform((text) => storable(text).trim()),
  optOutFooter: z.boolean(),
  recipientZone: z.boolean(),
  interrupts: z.boolean(),
  pace: z
    .object({
      messageInterval: z.number().int().min(0).max(3600),
      longerIntervalAfter: z.number().int().min(0).max(10_000),
      greaterInterval: z.number().int().min(0).max(86_400),
    })
    .nullable(),
});

/** Bodies of creating and changing: absent fields keep their value. */
export const campaignForm = fields.partial().required({ name: true, whatsappId: true });
export const campaignChange = fields.partial().extend({ version: z.number().int().optional() });
/** Body of a preview: nothing is required yet but the connection. */
export const campaignDraft = fields
  .partial()
  .omit({ name: true })
  .extend({ name: z.string().max(500).optional() });

export const messagesOf = (form: CampaignFields): string[] => [
  form.message1,
  form.message2,
  form.message3,
  form.message4,
  form.message5,
];
export const questionsOf = (form: CampaignFields): string[] => [
  form.confirmationMessage1,
  form.confirmationMessage2,
  form.confirmationMessage3,
  form.confirmationMessage4,
  form.confirmationMessage5,
];
/** The filled ones, which are the variants. */
export const filled = (texts: readonly string[]): string[] => texts.filter((text) => text.trim() !== '');

/** Returns the connection, or throws ERR_NO_WAPP_FOUND. */
export const connectionOf = async (scope: Scope, connectionId: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(connectionId);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};
/** True if free text may be sent only for some hours after the customer's last message. */
export const needsTemplate = (scope: Scope, connection: Connection): boolean =>
  scope.use(connections).adapter(connection)?.capabilities.windowHours !== undefined;

const faultsOf = async (scope: Scope, form: CampaignFields): Promise<Record<string, string>> => {
  const faults: Record<string, string> = {};
  const [messages, questions] = [messagesOf(form), questionsOf(form)];
  if (form.flowId === null && form.template === null && filled(messages).length === 0)
    faults['message1'] = 'Necessário preencher pelo menos uma mensagem';
  if (form.confirmation && form.flowId !== null) faults['confirmationMessage1'] = 'ERR_CAMPAIGN_FLOW_ASKS';
  else if (form.confirmation && form.confirmationTemplate === null && filled(questions).length === 0)
    faults['confirmationMessage1'] = 'Necessário preencher pelo menos uma mensagem';
  if (form.tagFilters.length === 0 && form.dddFilters.length === 0)
    faults['tagFilters'] = 'É necessário escolher pelo menos um filtro para criar a campanha';
  const columns = form.contactListId === null ? [] : await scope.use(lists).variables(form.contactListId);
  const variables = [...(await readSettings(scope)).variables, ...columns.map((key) => ({ key }))];
  const texts: [string, string][] = [
    ...messages.map((text, index): [string, string] => [`message${index + 1}`, text]),
    ...questions.map((text, index): [string, string] => [`confirmationMessage${index + 1}`, text]),
    ...Object.values(form.template?.variables ?? {}).map((text): [string, string] => ['template', text]),
    ...Object.values(form.confirmationTemplate?.variables ?? {}).map((text): [string, string] => [
      'confirmationTemplate',
      text,
    ]),
  ];
  for (const [field, text] of texts)
    if (unknownVariables(text, variables).length > 0) faults[field] ??= 'ERR_UNKNOWN_VARIABLE';
  return faults;
};

/** Checks what a schema cannot: the rules over several fields, and the things that they name. */
export const assertComplete = async (
  scope: Scope,
  form: CampaignFields,
  { wasScheduledAt = null }: { wasScheduledAt?: string | null } = {},
): Promise<void> => {
  const faults = await faultsOf(scope, form);
  const isNewTime = form.scheduledAt !== wasScheduledAt;
  // A minute of tolerance: the form proposes exactly one hour ahead, and people take a while to send it.
  if (form.scheduledAt !== null && isNewTime && Date.parse(form.scheduledAt) < Date.now() + fixedBeforeMs - 60_000)
    faults['scheduledAt'] = 'ERR_TOO_SOON';
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const connection = await connectionOf(scope, form.whatsappId);
  if (form.contactListId !== null && !(await scope.use(lists).find(form.contactListId)))
    throw notFound('ERR_NO_CONTACT_LIST_FOUND');
  for (const field of ['template', 'confirmationTemplate'] as const) {
    const chosen = form[field];
    if (chosen === null) continue;
    const offered = (await scope.use(connections).templates(connection.id)).find(
      ({ name, language }) => name === chosen.name && language === chosen.language,
    );
    if (!offered) throw invalid({ [field]: 'ERR_NO_TEMPLATE_FOUND' });
    if (!offered.isSendable) throw invalid({ [field]: 'ERR_TEMPLATE_NOT_SENDABLE' });
    if (offered.variables.some(({ key }) => (chosen.variables?.[key] ?? '').trim() === ''))
      throw invalid({ [field]: 'ERR_TEMPLATE_VALUES' });
  }
};
