import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Each open overlay has an entry of its own in the browser's history, with the address of the page below it: Back takes
 * that entry and closes the overlay, and the page stays. An overlay that closes otherwise takes its entry along.
 */
interface Overlay {
  close(): void;
}
interface HistoryState {
  /** The page's entry, as the router calls it; overlays carry that of their page. */
  key?: string;
  /** How many overlays lie over the page. */
  overlays?: number;
}

/** Milliseconds after which a step back that the browser did not make is given up. */
const patience = 1000;

const open: Overlay[] = [];
/** What has to wait until a step back was made. */
let waiting: (() => void)[] = [];
let travelling: ReturnType<typeof setTimeout> | undefined;
/** Where a step leads that was given up: a busy browser may make it all the same, and nobody pressed Back then. */
let late: { overlays: number; key: string | undefined } | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;

const stateNow = (): HistoryState => (history.state ?? {}) as HistoryState;
const depthNow = (): number => stateNow().overlays ?? 0;
let here: HistoryState = typeof history === 'undefined' ? {} : stateNow();

function arrive(): void {
  clearTimeout(travelling);
  travelling = undefined;
  const next = waiting;
  waiting = [];
  next.forEach((run) => run());
  settle();
}

function travel(steps: number): void {
  const { key } = stateNow();
  const overlays = depthNow() + steps;
  travelling = setTimeout(() => {
    late = { overlays, key };
    arrive();
  }, patience);
  history.go(steps);
}

/** Gives every open overlay its entry and takes back those of closed ones, once what changes together has changed. */
function settle(): void {
  here = stateNow();
  clearTimeout(settling);
  settling = setTimeout(() => {
    here = stateNow();
    if (travelling !== undefined) return;
    const depth = depthNow();
    // Asked for once more, the step would be made twice by a browser that is only slow.
    const isComing = late !== undefined && late.key === stateNow().key && late.overlays <= open.length;
    if (depth > open.length) return isComing ? undefined : travel(open.length - depth);
    for (let overlays = depth + 1; overlays <= open.length; overlays += 1)
      history.pushState({ ...stateNow(), overlays }, '');
    here = stateNow();
  });
}

function onPop(event: PopStateEvent): void {
  const from = here;
  here = (event.state ?? {}) as HistoryState;
  if (travelling !== undefined) {
    event.stopImmediatePropagation();
    return arrive();
  }
  const isLate = late !== undefined && late.key === here.key && late.overlays === (here.overlays ?? 0);
  late = undefined;
  if (isLate) {
    event.stopImmediatePropagation();
    return settle();
  }
  const left = (from.overlays ?? 0) - (here.overlays ?? 0);
  if (left !== 0 && from.key === here.key) {
    // The page is the same: its router need not know.
    event.stopImmediatePropagation();
    if (left > 0) for (const overlay of open.slice(-left).toReversed()) overlay.close();
  }
  settle();
}
if (typeof window !== 'undefined') {
  // Loaded anew in the same window, as tests do, it takes the place of what it was before: two would both answer Back.
  const page = window as Window & { balcaoBack?: typeof onPop };
  if (page.balcaoBack) window.removeEventListener('popstate', page.balcaoBack, true);
  page.balcaoBack = onPop;
  window.addEventListener('popstate', onPop, true);
  // After a reload nothing lies over the page any more.
  if (depthNow() > 0) settle();
}

/**
 * For the router: runs a change of address when no more than `keep` entries of overlays are left under it. `run` is told
 * whether one is, which a new page then takes the place of.
 */
export function leaveOverlays(keep: number, run: (isOnOverlay: boolean) => void): void {
  if (travelling !== undefined) {
    waiting.push(() => leaveOverlays(keep, run));
    return;
  }
  const depth = depthNow();
  if (depth > keep) {
    waiting.push(() => leaveOverlays(keep, run));
    return travel(keep - depth);
  }
  run(depth > 0);
  settle();
}

/**
 * The browser's Back closes what lies over the page, the newest first, and the page stays. `close` may ask first, or
 * refuse: what is still open afterwards is asked again by the next Back. `isOpen` is for what stays mounted while it is
 * closed. The kit's dialogs and sheets do it by themselves.
 */
export function useBackCloses(close: () => void, isOpen = true): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { close: () => latest.current() };
    open.push(overlay);
    settle();
    return () => {
      open.splice(open.indexOf(overlay), 1);
      settle();
    };
  }, [isOpen]);
}
