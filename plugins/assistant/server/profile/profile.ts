import { sql, z, type Scope } from '@balcao/sdk/server';

const text = (max: number) =>
  z
    .string()
    .transform((value) => value.replaceAll('\0', '').toWellFormed().trim())
    .pipe(z.string().max(max, 'Too Long!'));
const list = z.array(text(100).pipe(z.string().min(1, 'Required'))).max(100, 'Too Long!');

/** The company's settings of the assistant. Empty sentences are those of the product, in the company's language. */
export const profileForm = z.object({
  instructions: text(20_000).default(''),
  /** Queue of conversations that it hands over; null: they stay where they are. */
  queueId: z.number().int().positive().max(2_147_483_647).nullable().default(null),
  discloses: z.boolean().default(true),
  disclosureText: text(500).default(''),
  handoverText: text(500).default(''),
  closedText: text(500).default(''),
  /** It answers from the sources only, and hands over what they do not contain. */
  isStrict: z.boolean().default(false),
  /** Subjects that a person always answers. */
  topics: list.default([]),
  /** Further phrases by which customers ask for a person. */
  personWords: list.default([]),
  /** Hosts to which answers may link. */
  links: list.default([]),
  /** Tools that are switched off. */
  toolsOff: list.default([]),
});
export type Profile = z.output<typeof profileForm>;

/** The live settings with the id of their version; null: the company has not changed any. */
export const liveProfile = async (scope: Scope): Promise<{ versionId: number | null; profile: Profile }> => {
  const row = await scope.sql.one<{ id: number; settings: unknown }>(
    sql`select id, settings from assistant.version where is_live`,
  );
  return { versionId: row?.id ?? null, profile: profileForm.parse(row?.settings ?? {}) };
};
