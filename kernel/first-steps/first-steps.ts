import type { Pool } from 'pg';
import { z } from 'zod';
import { firstStep } from '@balcao/sdk/server';
import type { Company, CurrentUser, FirstStep, Language, Scope } from '@balcao/sdk/server';
import { adminOnly, callerRoute, type KernelRoute } from '../auth/kernel-route.ts';
import type { Guard } from '../host/guard.ts';
import type { Registry } from '../host/registry.ts';
import type { Switches } from '../host/switches.ts';
import { languageNamed } from '../http/language.ts';

/** A step as the browser shows it; texts are in the reader's language. */
interface ShownStep {
  plugin: string;
  id: string;
  title: string;
  text: string;
  action: string;
  path: string;
  done: boolean;
}

interface FirstStepParts {
  owner: Pool;
  registry: Registry;
  switches: Switches;
  guard: Guard;
  can(user: CurrentUser, companyId: number, permission: string): boolean;
  scopeOf(plugin: string, company: Company, user: CurrentUser): Scope;
  translate(plugin: string, language: Language, key: string): string;
}

/** Longer than an `exists` ever takes: the list is asked for again and again while it is looked at. */
const limitMs = 5_000;

const steps = async (
  { registry, switches, guard, can, scopeOf, translate }: FirstStepParts,
  { company, user }: { company: Company; user: CurrentUser },
  language: Language,
): Promise<ShownStep[]> => {
  const shown: ShownStep[] = [];
  const contributed = registry
    .contributions(firstStep.id)
    .map(({ plugin, item }) => ({ plugin, item: item as FirstStep }))
    .filter(({ plugin }) => switches.isOn(plugin, company.id))
    .filter(({ item }) => item.permission === undefined || can(user, company.id, item.permission))
    .toSorted((one, other) => (one.item.order ?? 100) - (other.item.order ?? 100));
  for (const { plugin, item } of contributed) {
    const text = (key: string): string => translate(plugin, language, key);
    try {
      const place = { plugin, where: 'route', what: `${firstStep.id} ${item.id}`, company: company.id } as const;
      const done = await guard.run(place, { limitMs }, () => item.isDone(scopeOf(plugin, company, user)));
      const { id, path } = item;
      shown.push({ plugin, id, path, done, title: text(item.title), text: text(item.text), action: text(item.action) });
    } catch {
      // The guard has counted it; one step that cannot be told does not keep the others from being shown.
    }
  }
  return shown;
};

const isOver = async (owner: Pool, companyId: number, userId: number): Promise<boolean> => {
  const { rows } = await owner.query<{ over: boolean }>(
    `select coalesce(c.first_steps_over < now() - interval '1 minute', false) or u.preferences ? 'firstStepsOver' as over
       from kernel.company c join kernel."user" u on u.company_id = c.id where c.id = $1 and u.id = $2`,
    [companyId, userId],
  );
  return rows[0]?.over ?? true;
};

/** Done just now, the list is answered for another minute, so that whoever did the last step sees that it was the last. */
const endForAll = (owner: Pool, companyId: number, when: 'now()' | `'-infinity'`) =>
  owner.query(
    `update kernel.company set first_steps_over = least(coalesce(first_steps_over, ${when}), ${when}) where id = $1`,
    [companyId],
  );

/** What a new company does first. Its admins see the list until all is done, or until they put it away. */
export const firstStepRoutes = (parts: FirstStepParts): KernelRoute[] => [
  callerRoute({
    method: 'GET',
    path: '/platform/first-steps',
    summary:
      'What the company should do first, and what of it is done. Empty when that is over, and for all but admins.',
    access: 'signed-in',
    handle: async ({ company, user, language }) => {
      const isFor = user.profile === 'admin' && user.impersonating !== true;
      if (!isFor || (await isOver(parts.owner, company.id, user.id))) return { steps: [] };
      const shown = await steps(parts, { company, user }, languageNamed(language));
      const isDone = shown.length > 0 && shown.every(({ done }) => done);
      // From here on nobody is asked again, and what is taken away later does not bring the list back.
      if (isDone) await endForAll(parts.owner, company.id, 'now()');
      return { steps: shown };
    },
  }),
  callerRoute({
    method: 'POST',
    path: '/platform/first-steps/dismiss',
    summary: 'Puts the list away, for oneself or for every admin of the company.',
    access: 'signed-in',
    audit: false,
    input: { body: z.object({ for: z.enum(['me', 'company']) }) },
    handle: async ({ body, company, user }) => {
      adminOnly(user);
      if (body.for === 'company') await endForAll(parts.owner, company.id, `'-infinity'`);
      else
        await parts.owner.query(
          `update kernel."user" set preferences = preferences || '{"firstStepsOver": true}' where company_id = $1 and id = $2`,
          [company.id, user.id],
        );
      return { steps: [] };
    },
  }),
];
