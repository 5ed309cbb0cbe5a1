import type { PanelPerson } from '../../panel.ts';
import type { Counts } from './board.ts';

export const cardOrders = ['waiting', 'load', 'free', 'name'] as const;
export type CardOrder = (typeof cardOrders)[number];

type Compare = (one: PanelPerson, other: PanelPerson) => number;

/** Made once: comparing hundreds of names with a new one each time would be most of the work. */
const names = new Intl.Collator('pt');
const byName: Compare = (one, other) => names.compare(one.name, other.name) || one.id - other.id;
const onlineFirst: Compare = (one, other) => Number(other.online) - Number(one.online);

/** Sorts people's cards; people who are equal stand by presence and name, so that the order is always the same. */
export const orderedPeople = (
  people: readonly PanelPerson[],
  order: CardOrder,
  countsOf: (userId: number) => Counts,
): PanelPerson[] => {
  const load: Compare = (one, other) => countsOf(other.id).total - countsOf(one.id).total;
  const oldest = ({ id }: PanelPerson) => countsOf(id).oldestWaitAt || Infinity;
  const waiting: Compare = (one, other) =>
    countsOf(other.id).waiting - countsOf(one.id).waiting ||
    // Infinity minus itself is no number.
    (oldest(one) === oldest(other) ? 0 : oldest(one) - oldest(other)) ||
    load(one, other);
  const first = {
    waiting,
    load,
    free: (one: PanelPerson, other: PanelPerson) => onlineFirst(one, other) || load(other, one),
    name: () => 0,
  }[order];
  return people.toSorted(
    (one, other) => first(one, other) || (order === 'name' ? 0 : onlineFirst(one, other)) || byName(one, other),
  );
};

/**
 * The cards as they are drawn while the pointer is over them: none moves, new ones are last, and those that are gone
 * leave.
 */
export const steadyOrder = (drawn: readonly number[], now: readonly number[]): readonly number[] => {
  const current = new Set(now);
  const known = new Set(drawn);
  return [...drawn.filter((id) => current.has(id)), ...now.filter((id) => !known.has(id))];
};
