import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { openBillingSetup, type BillingSetup, type Plan } from './billing-setup.ts';

let setup: BillingSetup;
let cheapest: Plan;
beforeAll(async () => {
  setup = await openBillingSetup(inject('databaseUrl'), [], { SIGNUP: 'confirmed' });
  cheapest = await setup.plan({ value: '49,90' as never });
});
afterAll(() => setup?.host.close());

const password = 'Segredo-123';
const mailsTo = async (email: string) =>
  (await setup.platform.get<{ mails: { to: string; text: string }[] }>('/mails')).body.mails.filter(
    ({ to }) => to === email,
  );
const signUp = async (email: string, plan: Plan) => {
  const form = { name: `Padaria ${email}`, email, password, planId: String(plan.id) };
  const { body } = await setup.host.nobody.post<{ id: number }>('/companies/cadastro', form);
  return { id: body.id, token: /#confirm=([\w-]+)/.exec((await mailsTo(email))[0]?.text ?? '')?.[1] ?? '' };
};
const confirm = (token: string) => setup.host.nobody.post('/companies/cadastro/confirm', { token });
interface Subscription {
  licenceStatus: string;
  trialExpiration: string | null;
}
const subscriptionOf = async (email: string) => {
  const person = await setup.host.logIn(email, password);
  return (await person.get<{ subscription: Subscription }>('/auth/me')).body.subscription;
};
const planOf = (companyId: number) =>
  setup.host.kernel
    .scope(companyId, 'finance')
    .sql.one<{ planId: number | null }>(sql`select plan_id as "planId" from finance.account`);
const inTrial = { licenceStatus: 'trial', trialExpiration: expect.any(String) as string };

test('A sign-up whose plan was hidden before its confirmation still gets its trial', async () => {
  const plan = await setup.plan();
  const { id, token } = await signUp('escondido@padaria.example', plan);
  await setup.platform.put<unknown>(`/plans/${plan.id}`, { ...plan, hidden: true });
  expect((await confirm(token)).status).toBe(200);
  expect(await subscriptionOf('escondido@padaria.example')).toMatchObject(inTrial);
  expect(await planOf(id)).toEqual({ planId: cheapest.id });
  expect(await mailsTo('escondido@padaria.example')).toHaveLength(2);
});

test('A sign-up whose plan was deleted before its confirmation still gets its trial', async () => {
  const plan = await setup.plan();
  const { token } = await signUp('apagado@padaria.example', plan);
  await setup.platform.delete(`/plans/${plan.id}`);
  expect((await confirm(token)).status).toBe(200);
  expect(await subscriptionOf('apagado@padaria.example')).toMatchObject(inTrial);
});

test('A company that was confirmed by a node that was killed then gets its trial, its plan and one welcome mail', async () => {
  const plan = await setup.plan();
  const { id, token } = await signUp('caiu@padaria.example', plan);
  // All that the killed node had done.
  await setup.host.kernel.identity.tenants.confirm(token);
  await expect.poll(() => planOf(id)).toEqual({ planId: plan.id });
  expect(await subscriptionOf('caiu@padaria.example')).toMatchObject(inTrial);
  expect(await mailsTo('caiu@padaria.example')).toHaveLength(2);
});
