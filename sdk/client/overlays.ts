import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Each open overlay has an entry of its own in the browser's history, with the address of the page below it: Back
 * removes that entry and closes the overlay, and the page stays. An overlay that is closed otherwise removes its entry
 * too.
 */
interface Overlay {
  close(): void;
}
interface HistoryState {
  /** The router's key of the page's entry; overlays carry the key of their page. */
  key?: string;
  /** The number of overlays over the page. */
  overlays?: number;
}

/** Milliseconds after which a step back that the browser did not make is given up. */
const maxWaitMs = 1000;

const open: Overlay[] = [];
/** Work that waits until a step back was made. */
let waiting: (() => void)[] = [];
let steppingBack: ReturnType<typeof setTimeout> | undefined;
/** Target of a step that was given up: a busy browser may still make it, and then nobody pressed Back. */
let lateStep: { overlays: number; key: string | undefined } | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;

const stateNow = (): HistoryState => (history.state ?? {}) as HistoryState;
const depthNow = (): number => stateNow().overlays ?? 0;
let currentState: HistoryState = typeof history === 'undefined' ? {} : stateNow();

function onArrival(): void {
  clearTimeout(steppingBack);
  steppingBack = undefined;
  const next = waiting;
  waiting = [];
  next.forEach((run) => run());
  syncEntries();
}

function stepBack(steps: number): void {
  const { key } = stateNow();
  const overlays = depthNow() + steps;
  steppingBack = setTimeout(() => {
    lateStep = { overlays, key };
    onArrival();
  }, maxWaitMs);
  history.go(steps);
}

/**
 * Adds the missing history entries of open overlays and removes those of closed ones, after all changes of one moment.
 */
function syncEntries(): void {
  currentState = stateNow();
  clearTimeout(settling);
  settling = setTimeout(() => {
    currentState = stateNow();
    if (steppingBack !== undefined) return;
    const depth = depthNow();
    // A repeated step would be made twice by a browser that is only slow.
    const isComing = lateStep !== undefined && lateStep.key === stateNow().key && lateStep.overlays <= open.length;
    if (depth > open.length) return isComing ? undefined : stepBack(open.length - depth);
    for (let overlays = depth + 1; overlays <= open.length; overlays += 1)
      history.pushState({ ...stateNow(), overlays }, '');
    currentState = stateNow();
  });
}

function onPop(event: PopStateEvent): void {
  const from = currentState;
  currentState = (event.state ?? {}) as HistoryState;
  if (steppingBack !== undefined) {
    event.stopImmediatePropagation();
    return onArrival();
  }
  const isLate =
    lateStep !== undefined && lateStep.key === currentState.key && lateStep.overlays === (currentState.overlays ?? 0);
  lateStep = undefined;
  if (isLate) {
    event.stopImmediatePropagation();
    return syncEntries();
  }
  const left = (from.overlays ?? 0) - (currentState.overlays ?? 0);
  if (left !== 0 && from.key === currentState.key) {
    // The page is the same, so its router must not handle the event.
    event.stopImmediatePropagation();
    if (left > 0) for (const overlay of open.slice(-left).toReversed()) overlay.close();
  }
  syncEntries();
}
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', onPop, true);
  // After a reload no overlay is open.
  if (depthNow() > 0) syncEntries();
}

/**
 * For the router: runs a change of address when at most `keep` overlay entries are left below it. `run` learns whether
 * one is left, which a new page then replaces.
 */
export function leaveOverlays(maxLeft: number, run: (isOnOverlay: boolean) => void): void {
  if (steppingBack !== undefined) {
    waiting.push(() => leaveOverlays(maxLeft, run));
    return;
  }
  const depth = depthNow();
  if (depth > maxLeft) {
    waiting.push(() => leaveOverlays(maxLeft, run));
    return stepBack(maxLeft - depth);
  }
  run(depth > 0);
  syncEntries();
}

/**
 * Closes the newest overlay when the person presses the browser's Back; the page stays. `close` may ask first, or
 * refuse: the next Back then asks again. `isOpen` is for components that stay mounted while they are closed. The kit's
 * dialogs and sheets do it by themselves.
 */
export function useCloseOnBack(close: () => void, isOpen = true): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { close: () => latest.current() };
    open.push(overlay);
    syncEntries();
    return () => {
      open.splice(open.indexOf(overlay), 1);
      syncEntries();
    };
  }, [isOpen]);
}
