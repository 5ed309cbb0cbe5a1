import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useAtom } from 'jotai';
import { useLocation } from 'react-router-dom';
import {
  PartLoadError,
  hostSide,
  lazyPart,
  showToast,
  translate,
  usePreload,
  useShortcut,
  useT,
  useViewport,
} from '@balcao/sdk/client';
import { EarlyTyping } from './EarlyTyping.tsx';
import { overlayMenuAtom, paletteAtom, profileAtom, shortcutsAtom } from './shell-state.ts';

const MenuDrawer = lazyPart(() => import('./MenuDrawer.tsx'));
const Palette = lazyPart(() => import('./Palette.tsx'));
const ShortcutSheet = lazyPart(() => import('./ShortcutSheet.tsx'));
const ProfileDialog = lazyPart(() => import('./ProfileDialog.tsx').then((part) => ({ default: part.ProfileDialog })));

interface OpenedProps {
  open: boolean;
  close(): void;
  children: ReactNode;
}

/**
 * Stays mounted after the first opening, so that closing can be animated. A part that fails to open does not affect the
 * page.
 */
function Opened({ open, close, children }: OpenedProps) {
  const [was, setWas] = useState(open);
  const [round, setRound] = useState(0);
  if (open && !was) setWas(true);
  const failed = (error: unknown): void => {
    const isGone = error instanceof PartLoadError && error.gone;
    if (error instanceof PartLoadError) error.reset();
    showToast(isGone ? 'warning' : 'error', translate('sdk', isGone ? 'part.gone' : 'part.failed'));
    close();
    setWas(false);
    setRound(round + 1);
  };
  return (
    <hostSide.Boundary key={round} failed={() => null} onError={failed}>
      <hostSide.Awaiting>{(open || was) && children}</hostSide.Awaiting>
    </hostSide.Boundary>
  );
}

/** Overlays of every page: menu, palette, shortcut list, profile. Their code is fetched after the first screen. */
export function Overlays() {
  const t = useT('shell');
  const { wide } = useViewport();
  const { pathname } = useLocation();
  const [menuOpen, setMenu] = useAtom(overlayMenuAtom);
  const [paletteOpen, setPalette] = useAtom(paletteAtom);
  const [shortcutsOpen, setShortcuts] = useAtom(shortcutsAtom);
  const [profile, setProfile] = useAtom(profileAtom);
  usePreload(MenuDrawer, Palette, ShortcutSheet);
  useEffect(() => setMenu(false), [pathname, setMenu]);
  // Flushed at once: the next key may be pressed before the page would draw.
  useShortcut('mod+k', () => flushSync(() => setPalette((before) => !before)), {
    label: t('shortcuts.palette'),
    group: t('shortcuts.general'),
  });
  return (
    <>
      {!wide && (
        <Opened open={menuOpen} close={() => setMenu(false)}>
          <MenuDrawer />
        </Opened>
      )}
      {paletteOpen && <EarlyTyping />}
      <Opened open={paletteOpen} close={() => setPalette(false)}>
        <Palette />
      </Opened>
      <Opened open={shortcutsOpen} close={() => setShortcuts(false)}>
        <ShortcutSheet />
      </Opened>
      <Opened open={profile !== undefined} close={() => setProfile(undefined)}>
        {profile !== undefined && <ProfileDialog />}
      </Opened>
    </>
  );
}
