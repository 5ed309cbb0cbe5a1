import { conflict, countedText, editOf, mergeEdit, notFound, sql, z, type Scope } from '@balcao/sdk/server';
import { cents } from '../money.ts';

export interface Plan {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  valueCents: number;
  /** Not offered: only for companies to which a super user assigns it. */
  hidden: boolean;
}

const columns = sql`id, name, users, connections, queues, value_cents as "valueCents", hidden`;
/** A number, or its digits; an empty text is no 0. */
const whole = (min: number) =>
  z
    .union([z.number(), z.string().trim().min(1, 'Required')], 'Required')
    .transform((value) => (typeof value === 'number' ? value : /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN))
    .pipe(
      z
        .number('ERR_INVALID_VALUE')
        .int('ERR_INVALID_VALUE')
        .min(min, min === 0 ? 'ERR_INVALID_VALUE' : 'ERR_AT_LEAST_ONE')
        .max(1_000_000, 'ERR_INVALID_VALUE'),
    );

export const planForm = z.object({
  name: countedText(2, 50).refine((value) => !value.includes('\0'), 'Required'),
  users: whole(1),
  connections: whole(0),
  queues: whole(0),
  /** In reais, as plans are displayed. */
  value: cents.transform((value) => value / 100),
  hidden: z.boolean('ERR_INVALID_VALUE').nullish(),
});
export const planEdit = editOf(planForm);
export const planOutput = z.object({
  id: z.number(),
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** In reais: 149.9. */
  value: z.number(),
  /** Not offered: only for companies to which a super user assigns it. */
  hidden: z.boolean(),
});
export const shown = ({ valueCents, ...plan }: Plan): z.infer<typeof planOutput> => ({
  ...plan,
  value: valueCents / 100,
});

export const listPlans = (scope: Scope): Promise<Plan[]> =>
  scope.sql.rows<Plan>(sql`select ${columns} from finance.plan order by value_cents, id`);

/** Returns the plans that anybody may choose. */
export const offeredPlans = (scope: Scope): Promise<Plan[]> =>
  scope.sql.rows<Plan>(sql`select ${columns} from finance.plan where not hidden order by value_cents, id`);

export const findPlan = (id: number, scope: Scope): Promise<Plan | undefined> =>
  scope.sql.one<Plan>(sql`select ${columns} from finance.plan where id = ${id}`);

export const requirePlan = async (id: number, scope: Scope): Promise<Plan> => {
  const plan = await findPlan(id, scope);
  if (!plan) throw notFound('ERR_NO_PLAN_FOUND');
  return plan;
};

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown } | null)?.code ?? (error as { cause?: { code?: unknown } } | null)?.cause?.code;

export const savePlan = async (id: number | null, form: z.output<typeof planForm>, scope: Scope): Promise<Plan> => {
  const { name, users, connections, queues, hidden } = form;
  const value = Math.round(form.value * 100);
  try {
    const saved = await scope.sql.one<{ id: number | null }>(
      sql`select finance.save_plan(${id}, ${name}, ${users}, ${connections}, ${queues}, ${value}, ${hidden ?? null}) as id`,
    );
    if (saved?.id == null) throw notFound('ERR_NO_PLAN_FOUND');
    return await requirePlan(saved.id, scope);
  } catch (error) {
    if (codeOf(error) === '23505') throw conflict('ERR_PLAN_NAME_IN_USE');
    throw error;
  }
};

/** The second of two people who save one plan at the same moment sees what the first one wrote. */
export const editPlan = (id: number, body: z.output<typeof planEdit>, scope: Scope): Promise<Plan> =>
  scope.tx(async (inner) => {
    await inner.sql.run(sql`select pg_advisory_xact_lock(hashtext('finance.plan'), ${id})`);
    const found = await findPlan(id, inner);
    const row = found && shown(found);
    const change = await mergeEdit(inner, { table: 'finance.plan', id, row, missing: 'ERR_NO_PLAN_FOUND', body });
    return savePlan(id, { ...row, ...change } as z.output<typeof planForm>, inner);
  });

export const removePlan = async (id: number, scope: Scope): Promise<void> => {
  const answer = await scope.sql.one<{ result: string }>(sql`select finance.remove_plan(${id}) as result`);
  if (answer?.result === 'gone') throw notFound('ERR_NO_PLAN_FOUND');
  if (answer?.result === 'used') throw conflict('ERR_PLAN_IN_USE');
};
