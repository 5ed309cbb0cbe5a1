import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useAtom, useAtomValue } from 'jotai';
import { useLocation } from 'react-router-dom';
import { lazyPart, usePreload, useShortcut, useT, useViewport } from '@balcao/sdk/client';
import { EarlyTyping } from './EarlyTyping.tsx';
import { overlayMenuAtom, paletteAtom, profileAtom, shortcutsAtom } from './shell-state.ts';

const MenuDrawer = lazyPart(() => import('./MenuDrawer.tsx'));
const Palette = lazyPart(() => import('./Palette.tsx'));
const ShortcutSheet = lazyPart(() => import('./ShortcutSheet.tsx'));
const ProfileDialog = lazyPart(() => import('./ProfileDialog.tsx').then((part) => ({ default: part.ProfileDialog })));

/** From the first opening on, so that closing can be drawn too. */
function Opened({ open, children }: { open: boolean; children: ReactNode }) {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return <Suspense fallback={null}>{(open || was) && children}</Suspense>;
}

/** What opens over every page: menu, palette, list of keys, profile. Their code comes when the page is quiet. */
export function Overlays() {
  const t = useT('shell');
  const { wide } = useViewport();
  const { pathname } = useLocation();
  const [menuOpen, setMenu] = useAtom(overlayMenuAtom);
  const [paletteOpen, setPalette] = useAtom(paletteAtom);
  const shortcutsOpen = useAtomValue(shortcutsAtom);
  const profileOpen = useAtomValue(profileAtom) !== undefined;
  usePreload(MenuDrawer, Palette, ShortcutSheet);
  useEffect(() => setMenu(false), [pathname, setMenu]);
  // At once: the next key may come before the page would draw.
  useShortcut('mod+k', () => flushSync(() => setPalette((before) => !before)), {
    label: t('shortcuts.palette'),
    group: t('shortcuts.general'),
  });
  return (
    <>
      {!wide && (
        <Opened open={menuOpen}>
          <MenuDrawer />
        </Opened>
      )}
      {paletteOpen && <EarlyTyping />}
      <Opened open={paletteOpen}>
        <Palette />
      </Opened>
      <Opened open={shortcutsOpen}>
        <ShortcutSheet />
      </Opened>
      <Suspense fallback={null}>{profileOpen && <ProfileDialog />}</Suspense>
    </>
  );
}
