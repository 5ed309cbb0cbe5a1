import { useEffect, useRef, useState } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { Notices } from './Notices.tsx';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '4px 8px',
    ':empty': { display: 'none' },
  },
});

const kept = 'balcao.shell.notices';
/** Milliseconds after which nothing is coming any more. */
const settles = 4000;

const lastHeight = (): number => {
  try {
    return Number(localStorage.getItem(kept)) || 0;
  } catch {
    return 0;
  }
};
const keepHeight = (height: number): void => {
  try {
    if (height > 0) localStorage.setItem(kept, String(height));
    else localStorage.removeItem(kept);
  } catch {
    // Forbidden by the browser: the next page finds its place anew.
  }
};

/**
 * On a phone trouble has a line of its own above the page. It is known some time after the page is there, so the room
 * that it took last is kept free until then: a page does not move under the thumb.
 */
export function NoticeRow() {
  const styles = useStyles();
  const row = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(lastHeight);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const reserved = lastHeight();
    let isSettled = false;
    let wasThere = false;
    const follow = (): void => {
      const now = element.offsetHeight;
      // Put away by hand before the rest came.
      if (now === 0 && wasThere) isSettled = true;
      wasThere ||= now > 0;
      // One after the other comes into the room that all of them had.
      const room = isSettled ? now : Math.max(reserved, now);
      setHeight(room);
      if (isSettled || now > 0) keepHeight(room);
    };
    const watch = new ResizeObserver(follow);
    watch.observe(element);
    const timer = setTimeout(() => {
      isSettled = true;
      follow();
    }, settles);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return (
    <div style={{ minHeight: height }}>
      <div ref={row} className={styles.row}>
        <Notices />
      </div>
    </div>
  );
}
