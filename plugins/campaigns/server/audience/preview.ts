import { sql, z, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelAdapter, type Connection } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import type { CampaignFields, CampaignPreview, CampaignSettings } from '../../contract.ts';
import { connectionOf, filled, messagesOf, questionsOf } from '../campaign/campaign-form.ts';
import { optOutKey } from '../opt-outs/key.ts';
import { scheduleOf, warmUpCap } from '../pace/duration.ts';
import { mainMessage, question } from '../release/compose.ts';
import { pairingAge } from '../release/pairing.ts';
import { readSettings } from '../settings/settings.ts';
import { portfolioLimit } from './portfolio.ts';

const count = z.number();
export const previewOutput = z.object({
  found: count,
  outside: count,
  duplicates: count,
  invalid: count,
  optedOut: count,
  remaining: count,
  durationSeconds: count.nullable(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  hours: z.object({ from: z.string(), until: z.string(), days: z.array(z.number()) }),
  interval: count,
  dailyCap: count.nullable(),
  portfolioLimit: count.nullable(),
  isCharged: z.boolean(),
  samples: z.array(
    z.object({ name: z.string(), number: z.string(), question: z.string().nullable(), text: z.string() }),
  ),
  warnings: z.array(z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })),
}) as unknown as z.ZodType<CampaignPreview>;

interface Counted {
  found: number;
  inside: number;
  people: number;
  invalid: number;
  optedOut: number;
  nameless: number;
}

const countAudience = async (
  scope: Scope,
  { contactListId, tagFilters, dddFilters }: CampaignFields,
): Promise<Counted> => {
  const row = await scope.sql.one<Counted>(
    sql`select total as found, inside, people, invalid, opted_out as "optedOut", nameless
          from campaigns.preview(${contactListId}::int, ${tagFilters}::int[], ${dddFilters}::smallint[], ${await optOutKey(scope)})`,
  );
  return row ?? { found: 0, inside: 0, people: 0, invalid: 0, optedOut: 0, nameless: 0 };
};

interface Person {
  name: string;
  number: string;
  variables: Record<string, string> | null;
}
/** Three real people, so that a preview shows what they will read. */
const someOf = (scope: Scope, { contactListId, tagFilters, dddFilters }: CampaignFields): Promise<Person[]> =>
  scope.sql.rows<Person>(
    sql`select name, number, variables from campaigns.audience(${contactListId}::int, ${tagFilters}::int[], ${dddFilters}::smallint[], 0, 20000)
         where is_inside and is_valid order by source_id limit 3`,
  );

const asTexts = (form: CampaignFields) => ({
  ...form,
  messages: messagesOf(form),
  confirmationMessages: questionsOf(form),
  mediaPath: null,
  mediaName: null,
  mediaMime: null,
  mediaSize: null,
});

/** Returns what one person would read: the message, and before it the question, where the campaign asks one. */
const textsFor = async (
  scope: Scope,
  form: CampaignFields,
  settings: CampaignSettings,
  person: Person,
  index: number,
): Promise<{ question: string | null; text: string }> => {
  const variants = Math.max(filled(messagesOf(form)).length, 1);
  const reader = { ...person, position: index, variant: 1 + (index % variants) };
  const shown = async ({ body, template }: ReturnType<typeof question>): Promise<string> => {
    if (!template) return body;
    const preview = scope.use(connections).previewTemplate(form.whatsappId, template);
    return (await preview.catch(() => undefined))?.text ?? '';
  };
  return {
    question: form.confirmation ? await shown(question(asTexts(form), settings, reader)) : null,
    text: await shown(mainMessage(asTexts(form), settings, reader)),
  };
};

const warningsOf = async (
  scope: Scope,
  form: CampaignFields,
  connection: Connection,
  adapter: ChannelAdapter | undefined,
  facts: { counted: Counted; remaining: number; cap: number | null; limit: number | null; seconds: number | null },
): Promise<CampaignPreview['warnings']> => {
  const warnings: CampaignPreview['warnings'] = [];
  const warn = (
    code: CampaignPreview['warnings'][number]['code'],
    values: Record<string, string | number> = {},
  ): void => {
    warnings.push({ code, values });
  };
  const { counted, remaining, cap, limit, seconds } = facts;
  if (remaining === 0) warn('nobody');
  if (connection.status !== 'CONNECTED') warn('connection-down');
  const needs = adapter?.capabilities.windowHours !== undefined;
  const hasTemplate = form.confirmation ? form.confirmationTemplate !== null : form.template !== null;
  if (needs && !hasTemplate) warn('needs-template');
  if (cap !== null) warn('young-connection', { cap });
  if (limit !== null && remaining > limit) warn('portfolio-limit', { limit });
  if (seconds !== null && seconds > 7 * 86_400) warn('long', { days: Math.ceil(seconds / 86_400) });
  const others = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from campaigns.campaign where connection_id = ${connection.id} and status = 'EM_ANDAMENTO'`,
  );
  if ((others?.count ?? 0) > 0) warn('shared-pace', { count: others?.count ?? 0 });
  if (adapter?.capabilities.qr === true && filled(messagesOf(form)).length === 1 && remaining > 20) warn('same-text');
  const usesName = [...messagesOf(form), ...questionsOf(form), ...Object.values(form.template?.variables ?? {})].some(
    (text) => text.includes('{nome}'),
  );
  if (usesName && form.nameFallback === '' && counted.nameless > 0) warn('no-name', { count: counted.nameless });
  return warnings;
};

/** Returns how many people a campaign would reach, how long it would take, at what hours, and the risks. */
export const previewOf = async (scope: Scope, form: CampaignFields): Promise<CampaignPreview> => {
  const connection = await connectionOf(scope, form.whatsappId);
  const adapter = scope.use(connections).adapter(connection);
  const settings = await readSettings(scope);
  const pace = form.pace ?? settings;
  const counted = await countAudience(scope, form);
  const remaining = counted.people - counted.invalid - counted.optedOut;
  const isPaired = adapter?.capabilities.qr === true && settings.warmUp;
  const age = isPaired ? await pairingAge(scope, connection.id) : 0;
  const startsAt = Math.max(Date.now(), form.scheduledAt === null ? 0 : Date.parse(form.scheduledAt));
  const window = { from: settings.windowFrom, until: settings.windowUntil, days: settings.windowDays };
  const { firstAt, endsAt } = scheduleOf({
    count: remaining,
    interval: pace,
    perSecond: adapter?.limits?.(connection).perSecond,
    window,
    timeZone: scope.company.timeZone,
    startsAt,
    capOn: (ahead) => (isPaired ? warmUpCap(age + ahead) : null),
  });
  const seconds = endsAt === undefined ? null : Math.round((endsAt - firstAt) / 1000);
  const cap = isPaired ? warmUpCap(age) : null;
  const limit = await portfolioLimit(scope, connection.id);
  const samples = await someOf(scope, form);
  return {
    found: counted.found,
    outside: counted.found - counted.inside,
    duplicates: counted.inside - counted.people,
    invalid: counted.invalid,
    optedOut: counted.optedOut,
    remaining,
    durationSeconds: seconds,
    startsAt: new Date(firstAt).toISOString(),
    endsAt: endsAt === undefined ? null : new Date(endsAt).toISOString(),
    hours: { ...window, days: [...window.days] },
    interval: pace.messageInterval,
    dailyCap: cap,
    portfolioLimit: limit,
    isCharged: form.template !== null || form.confirmationTemplate !== null,
    samples: await Promise.all(
      samples.map(async (person, index) => ({
        name: person.name,
        number: scope.use(contacts).visibleNumber(person.number),
        ...(await textsFor(scope, form, settings, person, index)),
      })),
    ),
    warnings: await warningsOf(scope, form, connection, adapter, { counted, remaining, cap, limit, seconds }),
  };
};
