import { z } from '@balcao/sdk/server';
import { baseOf } from './transport.ts';

/** A line of text: trimmed, and without characters that the database refuses. */
export const line = (max: number) =>
  z
    .string('Required')
    .trim()
    .max(max, 'Too Long!')
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE');

const flags = z.object({
  stream: z.boolean().optional(),
  tools: z.boolean().optional(),
  toolsStream: z.boolean().optional(),
  oldMaxTokens: z.boolean().optional(),
  noTemperature: z.boolean().optional(),
  noSchema: z.boolean().optional(),
});

export const providerForm = z.object({
  title: line(80).min(1, 'Required'),
  protocol: line(80).default('openai'),
  baseUrl: line(500)
    .min(1, 'Required')
    .transform((pasted, context) => {
      const base = baseOf(pasted);
      if (base !== undefined) return base;
      context.addIssue({ code: 'custom', message: 'ERR_AI_URL' });
      return z.NEVER;
    }),
  key: line(500).optional().describe('Absent: unchanged. Empty: removed. It is never sent back.'),
  models: z.array(line(200).min(1, 'Required')).max(200).default([]),
  flags: flags.default({}),
  isOn: z.boolean().default(true),
});
export type ProviderForm = z.output<typeof providerForm>;
export const changedProvider = providerForm.extend({ version: z.number('Required').int() });

export const providerOutput = z.object({
  id: z.number(),
  title: z.string(),
  protocol: z.string(),
  baseUrl: z.string(),
  hasKey: z.boolean(),
  models: z.array(z.string()),
  flags,
  isOn: z.boolean(),
  version: z.number(),
});
export const providerId = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
