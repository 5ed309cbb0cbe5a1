import { AppError, invalid, notFound, sql, textLength, z, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import { tickets } from '@balcao/tickets/contract';
import type { TemplateMessage } from '../../contract.ts';
import { readRule } from '../../recurrence.ts';
import { id, part, storable } from '../access.ts';

const optionalId = z.preprocess((value) => (value === '' || value === 0 ? null : value), id.nullable());

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined;

const fields = z.object({
  body: z
    .string('Obrigatório')
    .transform((text) => storable(text).trim())
    .refine((text) => textLength(text) >= 5, 'Mensagem muito curta')
    .refine((text) => textLength(text, 4096) <= 4096, 'Too Long!'),
  contactId: z.preprocess(
    (value) => (isBlank(value) ? undefined : Number(value)),
    z.number('Obrigatório').int().positive().max(2_147_483_647),
  ),
  sendAt: z.preprocess(
    (value) => (isBlank(value) ? undefined : value),
    z.coerce.date('Obrigatório').refine((at) => at.getUTCFullYear() < 2200, 'ERR_INVALID_VALUE'),
  ),
  userId: id.nullish(),
  whatsappId: optionalId,
  /** The conversation that it is scheduled from. */
  ticketId: optionalId,
  template: z
    .object({
      name: z.string().max(600),
      language: z.string().max(20),
      variables: z.record(z.string().max(100), z.string().max(1024).transform(storable)).default({}),
    })
    .nullable(),
  opensWithAuthor: z.boolean(),
  rule: z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .string()
      .max(300)
      .refine((text) => readRule(text) !== undefined, 'ERR_RULE')
      .nullable(),
  ),
});
export const scheduleForm = fields.partial({
  userId: true,
  whatsappId: true,
  ticketId: true,
  template: true,
  opensWithAuthor: true,
  rule: true,
});
export const scheduleChange = fields
  .omit({ ticketId: true })
  .partial()
  .extend({ version: z.number().int().optional(), part });

export interface ScheduleFields {
  body: string;
  contactId: number;
  sendAt: Date;
  userId: number | null;
  whatsappId: number | null;
  template: TemplateMessage | null;
  opensWithAuthor: boolean;
}

/** People schedule at least this far ahead; a minute is left for filling in the form. */
const leadMs = 3_600_000 - 60_000;
export const assertLead = (sendAt: Date): void => {
  if (sendAt.getTime() - Date.now() < leadMs) throw invalid({ sendAt: 'ERR_TOO_SOON' });
};

/** Checks what the fields refer to. */
export const assertReferences = async (scope: Scope, form: ScheduleFields): Promise<void> => {
  if (!(await scope.use(contacts).find(form.contactId))) throw notFound('ERR_NO_CONTACT_FOUND');
  if (form.userId !== null) {
    const person = await scope.sql.one(sql`select 1 from users.public_user u where u.id = ${form.userId}`);
    if (!person) throw notFound('ERR_NO_USER_FOUND');
  }
  if (form.whatsappId !== null && !(await scope.use(connections).find(form.whatsappId)))
    throw notFound('ERR_NO_WAPP_FOUND');
  await assertTemplate(scope, form);
};

const assertTemplate = async (scope: Scope, { template, whatsappId }: ScheduleFields): Promise<void> => {
  if (template === null) return;
  if (whatsappId === null) throw invalid({ template: 'ERR_TEMPLATE_CONNECTION' });
  try {
    await scope.use(connections).prepareTemplate(whatsappId, withName(template, 'x'));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_VALIDATION') throw error;
    // A header that needs the file: it is stored after the message.
    if (error.fields && Object.keys(error.fields).every((field) => field === 'file')) return;
    throw invalid({ template: 'ERR_TEMPLATE_VALUES' });
  }
};

/** Checks that the reader may open the conversation from which a message is scheduled. */
export const assertTicket = async (scope: Scope, ticketId: number | null): Promise<void> => {
  if (ticketId !== null) await scope.use(tickets).assertReadable(ticketId);
};

/** Replaces `{nome}` by the contact's name. */
export const fillName = (text: string, name: string): string => text.replaceAll(/\{nome\}/gi, () => name);
/** The same in the values of a template. */
export const withName = (template: TemplateMessage, name: string): TemplateMessage => ({
  ...template,
  variables: Object.fromEntries(
    Object.entries(template.variables ?? {}).map(([key, value]) => [key, fillName(value, name)]),
  ),
});
