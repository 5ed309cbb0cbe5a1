import { z, type Scope } from '@balcao/sdk/server';
import { firstStep } from '../contract.ts';

/** A step as the browser shows it, with texts in the reader's language. */
export const shownStep = z.object({
  plugin: z.string(),
  id: z.string(),
  title: z.string(),
  text: z.string(),
  action: z.string(),
  path: z.string(),
  done: z.boolean(),
});
type ShownStep = z.infer<typeof shownStep>;

/**
 * Returns the steps that the scope's user may do, in order. `isComplete`: there is no other step, neither one that only
 * others may do nor one that could not be judged.
 */
export const stepsOf = async (scope: Scope): Promise<{ steps: ShownStep[]; isComplete: boolean }> => {
  const all = scope.contributions(firstStep);
  const contributed = all
    .filter(({ item: { permission } }) => permission === undefined || scope.can(permission))
    .toSorted((one, other) => (one.item.order ?? 100) - (other.item.order ?? 100));
  const shown: ShownStep[] = [];
  for (const { plugin, item, scope: own, run } of contributed) {
    try {
      const done = await run((step, its) => step.isDone(its));
      const { id, path } = item;
      shown.push({
        plugin,
        id,
        path,
        done,
        title: own.t(item.title),
        text: own.t(item.text),
        action: own.t(item.action),
      });
    } catch {
      // The failure counts for its plugin, and the other steps are shown.
    }
  }
  return { steps: shown, isComplete: shown.length === all.length };
};
