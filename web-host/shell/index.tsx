import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Outlet } from 'react-router-dom';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Contributed,
  hostSide,
  lazyPart,
  useSession,
  useShortcut,
  useT,
  useTheme,
  useViewport,
} from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { Background } from './Background.tsx';
import { PageSkeleton } from './BootScreen.tsx';
import { CommandKeys } from './commands.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { NavList } from './NavList.tsx';
import { Overlays } from './Overlays.tsx';
import { Rail } from './Rail.tsx';
import { drawerAtom, overlayMenuAtom, shortcutsAtom } from './shell-state.ts';
import { TopBar } from './TopBar.tsx';

export { BootScreen } from './BootScreen.tsx';
export { Toasts } from './Toasts.tsx';

const contentId = 'content';
const ImpersonationBar = lazyPart(async () => ({ default: (await import('./ImpersonationBar.tsx')).ImpersonationBar }));

const useStyles = makeStyles({
  frame: {
    display: 'flex',
    flexDirection: 'column',
    height: '100dvh',
    overflow: 'hidden',
    backgroundColor: ext.chrome,
  },
  below: { display: 'flex', flexGrow: 1, minHeight: 0 },
  drawer: { width: '300px', flexShrink: 0, minHeight: 0 },
  // The white sheet that contains the page.
  sheet: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    overflow: 'hidden',
    position: 'relative',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    borderTopLeftRadius: tokens.borderRadiusXLarge,
    ':focus-visible': { outlineStyle: 'none' },
  },
  touchSheet: { borderTopLeftRadius: 0, borderTop: 'none', borderLeft: 'none' },
  skip: {
    position: 'absolute',
    left: '8px',
    top: '-60px',
    zIndex: 10,
    padding: '8px 16px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':focus': { top: '8px' },
  },
});

/** The frame of every private page: top bar, menu, and the sheet with the page. */
export function Shell() {
  const t = useT('shell');
  const styles = useStyles();
  const { touch, wide } = useViewport();
  const drawerOpen = useAtomValue(drawerAtom);
  const { user } = useSession();

  return (
    <div className={styles.frame}>
      <a
        href={`#${contentId}`}
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(contentId)?.focus();
        }}
      >
        {t('nav.skip')}
      </a>
      <TopBar />
      {user['impersonating'] === true && (
        <Contributed item={{ id: 'visit', plugin: 'shell' }}>
          <ImpersonationBar />
        </Contributed>
      )}
      <ConnectionBar />
      <div className={styles.below}>
        {!touch &&
          (wide && drawerOpen ? (
            <div className={styles.drawer}>
              <NavList />
            </div>
          ) : (
            <Rail />
          ))}
        <main id={contentId} tabIndex={-1} className={mergeClasses(styles.sheet, touch && styles.touchSheet)}>
          <hostSide.Awaiting fallback={<PageSkeleton />}>
            <Outlet />
          </hostSide.Awaiting>
        </main>
      </div>
      <Overlays />
      <ShellKeys />
      <CommandKeys />
      <Background />
    </div>
  );
}

/** Registers the shell's own shortcuts. */
function ShellKeys() {
  const t = useT('shell');
  const { wide } = useViewport();
  const { dark, setMode } = useTheme();
  const [drawerOpen, setDrawer] = useAtom(drawerAtom);
  const [overlayOpen, setOverlay] = useAtom(overlayMenuAtom);
  const openShortcuts = useSetAtom(shortcutsAtom);
  const group = t('shortcuts.general');
  useShortcut('?', () => openShortcuts(true), { label: t('shortcuts.sheet'), group });
  useShortcut('mod+shift+b', () => (wide ? setDrawer(!drawerOpen) : setOverlay(!overlayOpen)), {
    label: t('shortcuts.menu'),
    group,
  });
  useShortcut('mod+shift+l', () => setMode(dark ? 'light' : 'dark'), { label: t('shortcuts.theme'), group });
  return null;
}
