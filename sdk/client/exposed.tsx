import { useAtomValue } from 'jotai';
import { useCallback, useState, type ReactNode } from 'react';
import type { ComponentRef } from '../shared/contract.ts';
import { WaitLimit } from './boundary.tsx';
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
 * Loads code and texts of components of other plugins, so that they appear together with the component that renders
 * them: for the loader of a `lazyPart`. Resolves even if something failed; the failure shows when the component is
 * rendered.
 */
export async function preloadExposed(...components: readonly ComponentRef<object>[]): Promise<void> {
  const fetched = components.flatMap(({ id }) => {
    const item = find(store.get(shownAtom), id);
    return item ? [item.component.preload?.(), awaitedTexts(item.plugin)] : [];
  });
  await Promise.allSettled(fetched);
}

type BoundaryOptions = Omit<PartBoundaryProps, 'children'>;

/** Rendered while a plugin is on and has not been loaded yet. */
function WaitForPlugin({ fallback, failed, inline }: BoundaryOptions) {
  const [isLate, setLate] = useState(false);
  const onLimit = useCallback(() => setLate(true), []);
  const again = (): void => setLate(false);
  if (!isLate)
    return (
      <WaitLimit limit={suspendLimit} onLimit={onLimit}>
        {fallback}
      </WaitLimit>
    );
  if (failed) return failed(undefined, again);
  return inline ? <PartMissing /> : <PartFailed onRetry={again} />;
}

function OtherVersion({ of, version }: { of: ComponentRef<object>; version: number }): never {
  throw new Error(`ERR_COMPONENT_VERSION: ${of.id} ${version}, written against ${of.version}`);
}

export interface ExposedProps<P extends object> extends BoundaryOptions {
  /** Reference from the contract of the plugin that exposes the component. */
  of: ComponentRef<P>;
  /** Props of the component. */
  props: NoInfer<P>;
  /** Shown while the plugin is off, is not installed, or the person may not see the component. */
  empty?: ReactNode;
}

/**
 * Renders a component of another plugin with that plugin's texts and services, behind an error boundary of its own. The
 * code is loaded when the component is first rendered. When the plugin is switched off, `empty` replaces it at once.
 * @example
 * <Exposed of={contactForm} props={{ contactId, onClose }} fallback={<Spinner />} />
 */
export function Exposed<P extends object>({ of, props, empty, ...boundary }: ExposedProps<P>) {
  const item = find(useAtomValue(shownAtom, { store }), of.id);
  const owner = of.id.replace(/\..*/, '');
  const isOn = useAtomValue(modulesAtom, { store }).has(owner);
  const isHere = useAtomValue(registeredAtom, { store }).has(owner);
  if (item) {
    const { component: Shown, version } = item;
    return (
      <Contributed item={item} {...boundary}>
        {version === of.version ? <Shown {...props} /> : <OtherVersion of={of} version={version} />}
      </Contributed>
    );
  }
  if (!isOn || isHere) return empty;
  return (
    <PluginContext value={owner}>
      <WaitForPlugin {...boundary} />
    </PluginContext>
  );
}
