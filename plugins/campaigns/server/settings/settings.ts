import { sql, textLength, z, type Scope } from '@balcao/sdk/server';
import type { CampaignSettings } from '../../contract.ts';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'ERR_INVALID_VALUE');
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();
const words = z
  .array(z.string().max(60).transform(clean))
  .max(40)
  .transform((all) => [...new Set(all.filter((word) => word !== ''))]);
const line = (max: number) => z.string().max(max).transform(clean);

/** Settings of a company, each with what it may be. Values outside the specified options are for API clients. */
export const settingsForm = z.object({
  messageInterval: z.coerce.number().int().min(0).max(3600),
  longerIntervalAfter: z.coerce.number().int().min(0).max(10_000),
  greaterInterval: z.coerce.number().int().min(0).max(86_400),
  variables: z
    .array(
      z.object({
        key: z
          .string()
          .transform((key) => clean(key).replace(/^\{|\}$/g, ''))
          .pipe(z.string().regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'ERR_VARIABLE_NAME')),
        value: z
          .string()
          .transform(clean)
          .refine((value) => textLength(value, 1000) <= 1000, 'Too Long!'),
      }),
    )
    .max(50)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'ERR_VARIABLE_TWICE'),
  windowFrom: time,
  windowUntil: time,
  windowDays: z
    .array(z.coerce.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .transform((days) => [...new Set(days)].toSorted()),
  optOutWords: words.refine((all) => all.length > 0, 'ERR_REQUIRED'),
  optOutWordsAfter: words,
  returnWord: line(60).refine((word) => word !== '', 'ERR_REQUIRED'),
  optOutAnswer: line(1000),
  returnAnswer: line(1000),
  optOutFooter: line(200),
  warmUp: z.boolean(),
  stopOnFailures: z.boolean(),
  checkNumbers: z.boolean(),
});

export const settingKeys = Object.keys(settingsForm.shape) as (keyof CampaignSettings)[];

/** The texts are in the company's language, because customers read them. */
const defaults = (scope: Scope): CampaignSettings => ({
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  windowFrom: '08:00',
  windowUntil: '20:00',
  windowDays: [1, 2, 3, 4, 5, 6],
  optOutWords: [
    'sair',
    'parar',
    'pare',
    'stop',
    'remover',
    'descadastrar',
    'cancelar inscricao',
    'nao quero receber',
    'nao quero mais receber',
  ],
  optOutWordsAfter: ['cancelar'],
  returnWord: 'voltar',
  optOutAnswer: scope.t('server.optOutAnswer'),
  returnAnswer: scope.t('server.returnAnswer'),
  optOutFooter: scope.t('server.optOutFooter'),
  warmUp: true,
  stopOnFailures: true,
  checkNumbers: true,
});

export const readSettings = async (scope: Scope): Promise<CampaignSettings> => {
  const rows = await scope.sql.rows<{ key: string; value: unknown }>(sql`select key, value from campaigns.setting`);
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  return { ...defaults(scope), ...(stored as Partial<CampaignSettings>) };
};

export const writeSettings = async (scope: Scope, changed: Partial<CampaignSettings>): Promise<void> => {
  for (const [key, value] of Object.entries(changed))
    await scope.sql.run(
      sql`insert into campaigns.setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
          on conflict (company_id, key) do update set value = excluded.value`,
    );
};
