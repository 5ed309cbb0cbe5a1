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

const storageKey = 'balcao.shell.notices';
/** Milliseconds after which no further notices are expected. */
const settles = 4000;

const lastHeight = (): number => {
  try {
    return Number(localStorage.getItem(storageKey)) || 0;
  } catch {
    return 0;
  }
};
const storeHeight = (height: number): void => {
  try {
    if (height > 0) localStorage.setItem(storageKey, String(height));
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden by the browser: the next page computes its layout again.
  }
};

/**
 * On a phone, notices have a row of their own above the page. They are known some time after the page is drawn, so the
 * height they had last is reserved until then and the page does not move under the thumb.
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
      // Closed by the person before the rest arrived.
      if (now === 0 && wasThere) isSettled = true;
      wasThere ||= now > 0;
      // Notices appear one after the other in the space that all of them had.
      const room = isSettled ? now : Math.max(reserved, now);
      setHeight(room);
      if (isSettled || now > 0) storeHeight(room);
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
