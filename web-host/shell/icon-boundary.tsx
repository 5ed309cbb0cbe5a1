import { hostSide, type IconPart } from '@balcao/sdk/client';

const walls = new WeakMap<IconPart, IconPart>();

/** An icon that a plugin gave: one that throws leaves its place empty, and the menu round it stands. */
export function withIconBoundary(Icon: IconPart | undefined): IconPart {
  // A plugin that was written without types may give none.
  if (!Icon) return () => null;
  const known = walls.get(Icon);
  if (known) return known;
  const Walled: IconPart = (props) => (
    <hostSide.Boundary failed={() => null}>
      <Icon {...props} />
    </hostSide.Boundary>
  );
  walls.set(Icon, Walled);
  return Walled;
}
