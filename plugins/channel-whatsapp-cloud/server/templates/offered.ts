import { conflict, invalid, notFound, type Scope } from '@balcao/sdk/server';
import type { ChannelTemplate, ChannelTemplates, Connection, TemplateMessage } from '@balcao/connections/contract';
import { channelId, type Template } from '../../contract.ts';
import {
  asText,
  asValue,
  bodyOf,
  buttonTexts,
  filled,
  footerOf,
  headerFile,
  headerText,
  isSendable,
  sentComponents,
  variablesOf,
  type HeaderFile,
  type TemplateValues,
} from '../../template/template.ts';
import { kindOf } from '../send/payload.ts';
import { findNamed, listTemplates } from './sync.ts';

/** A template as it is sent, without its file, which is uploaded only then. */
export interface TemplatePayload {
  components: object[];
  /** Kind of the header’s file. */
  header?: HeaderFile;
}

const statuses: Readonly<Record<string, ChannelTemplate['status']>> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  DISABLED: 'paused',
};

const shown = (template: Template): ChannelTemplate => ({
  name: template.name,
  language: template.language,
  category: template.category,
  status: statuses[template.status] ?? 'other',
  isSendable: isSendable(template),
  header: headerText(template),
  file: headerFile(template) ?? null,
  body: bodyOf(template),
  footer: footerOf(template),
  buttons: buttonTexts(template),
  variables: variablesOf(template).map(({ key, place, name, button }) => ({ key, place, label: button ?? name })),
});

/** Every variable must be filled, or Meta refuses the whole template. */
const checkValues = (template: Template, given: TemplateValues): void => {
  const open = variablesOf(template).filter(({ key }) => asValue(given[key] ?? '') === '');
  if (open.length > 0) throw invalid(Object.fromEntries(open.map(({ key }) => [key, 'Required'])));
};

const checkFile = (wanted: HeaderFile | undefined, file: { mime: string; size: number } | undefined): void => {
  if (!wanted) {
    if (file) throw invalid({ file: 'ERR_CLOUD_NO_HEADER_FILE' });
    return;
  }
  if (!file) throw invalid({ file: 'Required' });
  const { mime, size } = file;
  const fits = wanted === 'document' ? mime === 'application/pdf' : kindOf({ type: wanted, mime, size }) === wanted;
  if (!fits) throw invalid({ file: `ERR_CLOUD_HEADER_${wanted.toUpperCase()}` });
};

const known = async (scope: Scope, connection: Connection, { name, language }: TemplateMessage): Promise<Template> => {
  const template = await findNamed(scope, connection.id, name, language);
  if (!template) throw notFound('ERR_NO_TEMPLATE_FOUND');
  return template;
};

/** The `channels.template` contribution: templates for senders without knowledge of Meta. */
export const offeredTemplates: ChannelTemplates = {
  id: channelId,
  list: async (connection, scope) => (await listTemplates(scope, connection.id)).map(shown),
  async preview(chosen, connection, scope) {
    const filledTemplate = filled(await known(scope, connection, chosen), chosen.variables ?? {});
    return { ...filledTemplate, text: asText(filledTemplate) };
  },
  async prepare(chosen, file, connection, scope) {
    const template = await known(scope, connection, chosen);
    if (!isSendable(template)) throw conflict('ERR_TEMPLATE_NOT_SENDABLE', { status: template.status });
    const values = chosen.variables ?? {};
    checkValues(template, values);
    const header = headerFile(template);
    checkFile(header, file);
    const payload: TemplatePayload = { components: sentComponents(template, values), ...(header && { header }) };
    return { text: asText(filled(template, values)), payload };
  },
};
