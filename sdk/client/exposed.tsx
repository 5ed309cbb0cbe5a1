import { useAtomValue } from 'jotai';
import { useCallback, useState, type ReactNode } from 'react';
import type { ComponentRef } from '../shared/contract.ts';
import { Waiting } from './boundary.tsx';
import { awaitedTexts } from './i18n.ts';
import type { LazyPart } from './lazy-part.ts';
import { PartFailed, PartMissing, suspendLimit, type PartBoundaryProps } from './part-boundary.tsx';
import { PluginContext } from './plugin-context.ts';
import type { Item, Part } from './plugin.ts';
import { exposedAt, registeredAtom, shownAtom } from './registry.ts';
import { modulesAtom } from './session/session.ts';
import { Contributed } from './slot.tsx';
import { store } from './store.ts';

type Exposure = Item<{ version: number; component: Part & Partial<LazyPart<object>> }>;

const find = (shown: ReadonlyMap<string, readonly Item<object>[]>, id: string): Exposure | undefined =>
  shown.get(exposedAt(id))?.[0] as Exposure | undefined;

/**
 * Fetches code and words of components of other plugins, so that they show together with what renders them: for the
 * loader of a `lazyPart`. Resolves also when something of it did not come; that shows when it is rendered.
 */
export async function preloadExposed(...components: readonly ComponentRef<object>[]): Promise<void> {
  const fetched = components.flatMap(({ id }) => {
    const item = find(store.get(shownAtom), id);
    return item ? [item.component.preload?.(), awaitedTexts(item.plugin)] : [];
  });
  await Promise.allSettled(fetched);
}

type Walls = Omit<PartBoundaryProps, 'children'>;

/** Its plugin is on, and has not arrived yet. */
function Awaited({ fallback, failed, inline }: Walls) {
  const [isLate, setLate] = useState(false);
  const onLimit = useCallback(() => setLate(true), []);
  const again = (): void => setLate(false);
  if (!isLate)
    return (
      <Waiting limit={suspendLimit} onLimit={onLimit}>
        {fallback}
      </Waiting>
    );
  if (failed) return failed(undefined, again);
  return inline ? <PartMissing /> : <PartFailed onRetry={again} />;
}

function OtherVersion({ of, version }: { of: ComponentRef<object>; version: number }): never {
  throw new Error(`ERR_COMPONENT_VERSION: ${of.id} ${version}, written against ${of.version}`);
}

export interface ExposedProps<P extends object> extends Walls {
  /** From the contract of the plugin that exposes it. */
  of: ComponentRef<P>;
  /** What the component asks for. */
  props: NoInfer<P>;
  /** While its plugin is off, or not installed, or this person may not see it. */
  empty?: ReactNode;
}

/**
 * Renders a component of another plugin where you want it, with that plugin's texts and services, behind walls of its
 * own. Its code is fetched when it is first rendered. When the plugin goes off, `empty` stands there at once.
 * @example
 * <Exposed of={contactForm} props={{ contactId, onClose }} fallback={<Spinner />} />
 */
export function Exposed<P extends object>({ of, props, empty, ...walls }: ExposedProps<P>) {
  const item = find(useAtomValue(shownAtom, { store }), of.id);
  const owner = of.id.replace(/\..*/, '');
  const isOn = useAtomValue(modulesAtom, { store }).has(owner);
  const isHere = useAtomValue(registeredAtom, { store }).has(owner);
  if (item) {
    const { component: Shown, version } = item;
    return (
      <Contributed item={item} {...walls}>
        {version === of.version ? <Shown {...props} /> : <OtherVersion of={of} version={version} />}
      </Contributed>
    );
  }
  if (!isOn || isHere) return empty;
  return (
    <PluginContext value={owner}>
      <Awaited {...walls} />
    </PluginContext>
  );
}
