import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { tint } from '@balcao/sdk/ui';
import { LaneColumn, type LaneColumnProps } from './LaneColumn.tsx';

/** Pixels beside the window within which lanes are drawn. */
const margin = 600;
/** Lanes that are drawn before it is known which are in the window. */
const firstDrawn = 8;

const useStyles = makeStyles({
  slot: { display: 'flex', flexDirection: 'column', flexShrink: 0, width: '284px', maxHeight: '100%' },
  touch: { width: '100%', scrollSnapAlign: 'start', scrollSnapStop: 'always' },
  empty: { height: '120px', borderRadius: '12px', backgroundColor: tint(5) },
});

interface LaneSlotProps extends LaneColumnProps {
  index: number;
  /** Only lanes near the window are drawn. */
  isVirtual: boolean;
  /** It has the focus or the dragged card: it stays drawn wherever it is. */
  isKept: boolean;
}

/** The place of a lane. On a board of many lanes those far from the window are empty places of the same width. */
export function LaneSlot({ index, isVirtual, isKept, ...props }: LaneSlotProps) {
  const styles = useStyles();
  const t = useT();
  const slot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(index < firstDrawn);
  useEffect(() => {
    const { current } = slot;
    if (!current || !isVirtual) return;
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: current.parentElement,
      rootMargin: `0px ${margin}px`,
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, [isVirtual]);
  const { lane, touch } = props;
  return (
    <div ref={slot} className={mergeClasses(styles.slot, touch && styles.touch)}>
      {!isVirtual || isNear || isKept ? (
        <LaneColumn {...props} />
      ) : (
        <section className={styles.empty} aria-label={t('lane.label', { title: lane.title, count: lane.total })} />
      )}
    </div>
  );
}
