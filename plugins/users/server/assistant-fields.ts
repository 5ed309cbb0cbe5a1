import { forbidden, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { hasAssistantFields } from '../assistant-companies.ts';
import type { UserExtra } from '../contract.ts';
import { updateContactSight } from './contact-sight.ts';

interface Fields extends Record<string, unknown> {
  isVirtual: boolean;
  customPrompt: string;
  isShowContacts: boolean;
}
const usual: Fields = { isVirtual: false, customPrompt: '', isShowContacts: true };

const isOn = (scope: Scope): boolean => hasAssistantFields(scope.settings.get('virtualUsers'), scope.company.id);

/** Loads all three fields; the first one returns them for the others. */
const load = async (ids: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Fields>> => {
  if (!isOn(scope)) return new Map();
  const rows = await scope.sql.rows<Fields & { userId: number }>(
    sql`select a.user_id as "userId", a.is_virtual as "isVirtual", a.custom_prompt as "customPrompt",
               a.is_show_contacts as "isShowContacts"
          from users.assistant_fields a where a.user_id = any(${[...ids]}::int[])`,
  );
  const stored = new Map(rows.map(({ userId, ...fields }) => [userId, fields as Fields]));
  return new Map(ids.map((id) => [id, stored.get(id) ?? usual]));
};

const field = (id: keyof Fields & string, schema: z.ZodType, column: Sql): UserExtra => ({
  id,
  field: id,
  schema,
  load: async (ids, scope) => (id === 'isVirtual' ? load(ids, scope) : new Map<number, Fields>()),
  save: async (userId, value, scope) => {
    if (!isOn(scope)) throw forbidden();
    await scope.sql.run(
      sql`insert into users.assistant_fields (user_id, ${column}) values (${userId}, ${value})
          on conflict (company_id, user_id) do update set ${column} = excluded.${column}`,
    );
    if (id === 'isShowContacts') await updateContactSight(scope);
  },
});

/** Additional fields of people in some companies: show contacts, virtual assistant and its additional prompt. */
export const assistantFields: readonly UserExtra[] = [
  field('isVirtual', z.boolean(), sql`is_virtual`),
  field('customPrompt', z.string().max(20_000, 'Too Long!'), sql`custom_prompt`),
  field('isShowContacts', z.boolean(), sql`is_show_contacts`),
];
