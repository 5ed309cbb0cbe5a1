import type { Tag } from '../../contract.ts';
import { byName } from '../live/tag-updates.ts';

/** A change to the tags of a conversation that the server has not answered yet. */
export type Step = { key: number; kind: 'add'; tag: Tag } | { key: number; kind: 'remove'; tag: Tag };

const without = (tags: readonly Tag[], id: number): Tag[] => tags.filter((tag) => tag.id !== id);

/** Applies the pending steps to the tags. A failed step is dropped again. */
export const withSteps = (tags: readonly Tag[], steps: readonly Step[]): Tag[] =>
  steps.reduce<Tag[]>(
    (shown, { kind, tag }) =>
      kind === 'add' ? [...without(shown, tag.id), tag].toSorted(byName) : without(shown, tag.id),
    [...tags],
  );

/** Returns whether live data includes a step that succeeded. */
export const knowsOf = (tags: readonly Tag[], { kind, tag }: Step): boolean =>
  tags.some(({ id }) => id === tag.id) === (kind === 'add');
