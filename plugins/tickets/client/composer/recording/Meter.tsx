import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { ext } from '@balcao/sdk/ui';

const bars = 64;
/** Silence is drawn as a small bar, to show that recording works. */
const minHeight = 0.08;

const useStyles = makeStyles({
  meter: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    flexGrow: 1,
    minWidth: 0,
    height: '28px',
    overflow: 'hidden',
    justifyContent: 'flex-end',
  },
  bar: {
    flexShrink: 0,
    width: '3px',
    height: '100%',
    borderRadius: '2px',
    backgroundColor: ext.bad,
    transform: `scaleY(${minHeight})`,
  },
  still: { backgroundColor: tokens.colorNeutralForeground4 },
});

/** The loudness of the last seconds. Drawn outside React: it changes twenty times a second. */
export function Meter({
  onLevel,
  isStill,
}: {
  onLevel: RefObject<((level: number) => void) | undefined>;
  isStill: boolean;
}) {
  const styles = useStyles();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const levels = Array.from({ length: bars }, () => 0);
    onLevel.current = (level) => {
      levels.shift();
      levels.push(level);
      const drawn = box.current?.children ?? [];
      // Hearing is logarithmic: half the amplitude is hardly softer.
      for (const [at, bar] of [...drawn].entries()) {
        const height = Math.max(minHeight, Math.sqrt(levels[at] ?? 0));
        (bar as HTMLElement).style.transform = `scaleY(${height.toFixed(3)})`;
      }
    };
    return () => {
      onLevel.current = undefined;
    };
  }, [onLevel]);
  return (
    <div ref={box} className={styles.meter} aria-hidden="true">
      {Array.from({ length: bars }, (_, at) => (
        <span key={at} className={mergeClasses(styles.bar, isStill && styles.still)} />
      ))}
    </div>
  );
}
