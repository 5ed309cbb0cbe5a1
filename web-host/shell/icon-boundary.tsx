import { hostSide, type IconPart } from '@balcao/sdk/client';

const wrapped = new WeakMap<IconPart, IconPart>();

/** Wraps a plugin's icon: one that throws renders nothing, and the menu around it stays. */
export function withIconBoundary(Icon: IconPart | undefined): IconPart {
  // A plugin written without types may give none.
  if (!Icon) return () => null;
  const known = wrapped.get(Icon);
  if (known) return known;
  const Bounded: IconPart = (props) => (
    <hostSide.Boundary failed={() => null}>
      <Icon {...props} />
    </hostSide.Boundary>
  );
  wrapped.set(Icon, Bounded);
  return Bounded;
}
