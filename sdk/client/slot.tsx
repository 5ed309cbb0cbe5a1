import { atom, useAtomValue } from 'jotai';
import { Fragment, type ReactNode } from 'react';
import type { PointRef } from '../shared/contract.ts';
import { useAwaited } from './awaiting.tsx';
import { awaitedTexts, lacksTexts } from './i18n.ts';
import { PartLoadError, type LazyPart } from './lazy-part.ts';
import { PartBoundary, PartMissing, type PartBoundaryProps } from './part-boundary.tsx';
import { PartContext, PluginContext } from './plugin-context.ts';
import type { Contribution, Item, Part } from './plugin.ts';
import { shownAtom } from './registry.ts';
import { store } from './store.ts';

const none: readonly Item<object>[] = [];
/** Returns the visible items of a point: plugin on, permitted, `when` true; sorted by order, then id. */
export function usePoint<T>(point: PointRef<T>): readonly Item<T>[] {
  return (useAtomValue(shownAtom, { store }).get(point.id) ?? none) as readonly Item<T>[];
}

export interface ContributedProps extends PartBoundaryProps {
  /** An item returned by `usePoint`. */
  item: Contribution & { readonly plugin: string };
}

/** Returns the component of an item: its own component, or the badge of a menu entry. */
const partOf = (item: ContributedProps['item']): Partial<LazyPart<object>> | undefined =>
  ('component' in item ? item.component : 'badge' in item ? item.badge : undefined) as Partial<LazyPart<object>>;

/**
 * Waits for the rest of the plugin's texts while the code is loading. A component in the plugin's entry has its texts
 * there and waits for none.
 */
function WithTexts({ item, children }: Pick<ContributedProps, 'item' | 'children'>) {
  const isLacking = lacksTexts(item.plugin);
  const part = isLacking ? partOf(item) : undefined;
  void part?.preload?.();
  useAwaited(isLacking && !part?.isInEntry?.() ? awaitedTexts(item.plugin) : undefined);
  return children;
}

/** Number of errors after which an inline item is not rendered again in this window. */
const maxFailures = 3;
/** Errors by item: another version of the plugin registers new items and starts at zero. */
const failures = new WeakMap<object, number>();
const stoppedAtom = atom<ReadonlySet<object>>(new Set<object>());

function noteFailure(item: object, error: unknown): void {
  // Missing code is loaded again; it is no error of the item.
  if (error instanceof PartLoadError) return;
  const count = (failures.get(item) ?? 0) + 1;
  failures.set(item, count);
  if (count === maxFailures) store.set(stoppedAtom, (stopped) => new Set([...stopped, item]));
}

/**
 * Wraps the rendering of one item: loads its plugin's texts and contains its errors. `inline` is for items in a line
 * with others: an item that throws is replaced by a small sign, and after the third error it is not rendered again.
 */
export function Contributed({ item, children, inline, failed, ...boundary }: ContributedProps) {
  const isStopped = useAtomValue(stoppedAtom, { store }).has(item);
  return (
    <PluginContext value={item.plugin}>
      <PartContext value={item}>
        {inline && isStopped ? (
          failed ? (
            failed(undefined, () => undefined)
          ) : (
            <PartMissing />
          )
        ) : (
          <PartBoundary
            {...boundary}
            {...(failed && { failed })}
            {...(inline && { inline, onFailure: (error) => noteFailure(item, error) })}
          >
            <WithTexts item={item}>{children}</WithTexts>
          </PartBoundary>
        )}
      </PartContext>
    </PluginContext>
  );
}

export interface SlotProps<P extends object> extends Omit<PartBoundaryProps, 'children'> {
  point: PointRef<{ component: Part<P> }>;
  /** Props of every component. */
  props: P;
  /** Shown if there are no items. */
  empty?: ReactNode;
}

/** Renders the component of every item of a point, each behind its own error boundary. */
export function Slot<P extends object>({ point, props, empty, ...boundary }: SlotProps<P>) {
  const items = usePoint(point);
  if (items.length === 0) return empty;
  return (
    <Fragment>
      {items.map((item) => {
        const { component: Shown } = item;
        return (
          <Contributed key={`${item.plugin}/${item.id}`} item={item} {...boundary}>
            <Shown {...props} />
          </Contributed>
        );
      })}
    </Fragment>
  );
}
