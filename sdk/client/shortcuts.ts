import { atom, useAtomValue } from 'jotai';
import { useLayoutEffect, useRef } from 'react';
import { store } from './store.ts';

export interface ShortcutOptions {
  /** Description in the list of shortcuts; absent: not listed. */
  label?: string;
  /** Heading in the list of shortcuts. */
  group?: string;
  when?(): boolean;
}
export interface Shortcut {
  readonly keys: string;
  readonly label: string | undefined;
  readonly group: string | undefined;
  fire(): void;
  applies(): boolean;
}

const shortcutsAtom = atom<readonly Shortcut[]>([]);
const mac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform ?? '');

/** Normalises `mod+shift+k` to one order of its parts, so that spelling does not matter. */
function normal(keys: string): string {
  const parts = keys.toLowerCase().split('+').filter(Boolean);
  const key = parts.pop() ?? '+';
  return [...(['mod', 'alt', 'shift'] as const).filter((modifier) => parts.includes(modifier)), key].join('+');
}

function pressed(event: KeyboardEvent): string {
  const mod = mac ? event.metaKey : event.ctrlKey;
  const key = event.key.toLowerCase();
  // Shift is part of a character (`?`), and a modifier of a letter or a named key.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key));
  return [mod && 'mod', event.altKey && 'alt', shift && 'shift', key].filter(Boolean).join('+');
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button|submit|range)$/.test(target.type));

/** Shortcuts of the page behind an open dialog must not run unseen. */
const inDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[aria-modal="true"]') !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const keys = pressed(event);
  if (!keys.startsWith('mod+') && (typing(event.target) || inDialog(event.target))) return;
  // The newest wins: a panel's `r` takes precedence over the page's.
  const shortcut = store.get(shortcutsAtom).findLast((one) => one.keys === keys && one.applies());
  if (!shortcut) return;
  event.preventDefault();
  shortcut.fire();
}
if (typeof window !== 'undefined') window.addEventListener('keydown', onKeyDown);

/**
 * Registers a global key (`j`, `?`, `Escape`) or chord (`mod+k`; mod is ⌘ on a Mac, Ctrl elsewhere) while the component
 * is mounted. Inactive while the person types in a field, except for chords with mod.
 */
export function useShortcut(keys: string, run: () => void, options: ShortcutOptions = {}): void {
  const latest = useRef({ run, options });
  // Registered before painting, so that visible content reacts to its keys.
  useLayoutEffect(() => {
    latest.current = { run, options };
  });
  const { label, group } = options;
  useLayoutEffect(() => {
    const shortcut: Shortcut = {
      keys: normal(keys),
      label,
      group,
      fire: () => latest.current.run(),
      applies: () => latest.current.options.when?.() ?? true,
    };
    store.set(shortcutsAtom, (all) => [...all, shortcut]);
    return () => store.set(shortcutsAtom, (all) => all.filter((one) => one !== shortcut));
  }, [keys, label, group]);
}

/** Returns every shortcut with a label, for the list of shortcuts. */
export const useShortcuts = (): readonly Shortcut[] =>
  useAtomValue(shortcutsAtom, { store }).filter((shortcut) => shortcut.label !== undefined);

/** Formats keys for display: `mod+k` → ['⌘', 'K'] or ['Ctrl', 'K']. */
export const keyCaps = (keys: string): string[] =>
  normal(keys)
    // A plus that is a key itself comes last.
    .split(/\+(?!$)/)
    .filter(Boolean)
    .map((part) => {
      if (part === 'mod') return mac ? '⌘' : 'Ctrl';
      if (part === 'alt') return mac ? '⌥' : 'Alt';
      if (part === 'shift') return mac ? '⇧' : 'Shift';
      if (part === 'escape') return 'Esc';
      if (part === 'enter') return '↵';
      return part.charAt(0).toUpperCase() + part.slice(1);
    });
