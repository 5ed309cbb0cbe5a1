import { useEffect, useRef, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  nav: {
    position: 'sticky',
    top: '24px',
    '@media (max-width: 959px)': { position: 'static', marginBottom: '16px', overflowX: 'auto' },
  },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    '@media (max-width: 959px)': { flexDirection: 'row' },
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    width: '100%',
    minHeight: '32px',
    padding: '0 10px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
    textAlign: 'left',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
  current: {
    backgroundColor: ext.selected,
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: ext.selectedHover },
  },
});

export interface IndexEntry {
  /** Id of the section on the page. */
  id: string;
  label: string;
}

/** The page's list of sections; follows the scroll position and links to each. */
export function SectionIndex({ entries }: { entries: readonly IndexEntry[] }) {
  const t = useT('shell');
  const styles = useStyles();
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(entries[0]?.id);
  const ids = entries.map(({ id }) => id).join(' ');

  useEffect(() => {
    const scroller = nav.current?.closest<HTMLElement>('[data-scroll]');
    if (!scroller) return undefined;
    const follow = () => {
      const top = scroller.getBoundingClientRect().top + 120;
      const all = ids.split(' ');
      const above = all.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= top,
      );
      // The last sections may be too short to ever reach the top.
      const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
      setCurrent(isAtEnd ? all.at(-1) : (above.at(-1) ?? all[0]));
    };
    follow();
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [ids]);

  return (
    <nav ref={nav} className={styles.nav} aria-label={t('settings.index')}>
      <ul className={styles.list}>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              className={mergeClasses(styles.item, id === current && styles.current)}
              {...(id === current ? { 'aria-current': 'true' as const } : {})}
              onClick={() => {
                document.getElementById(id)?.scrollIntoView({ block: 'start', behavior: 'smooth' });
                setCurrent(id);
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
