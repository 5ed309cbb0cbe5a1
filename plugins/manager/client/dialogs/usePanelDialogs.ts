import { useCallback, useMemo, useRef, useState } from 'react';
import { nobody, type PanelRow } from '../../panel.ts';
import { queueFor, type Receiver, type useHandOver } from '../data/useHandOver.ts';
import type { MenuPlace, PanelActions } from '../page/panel-context.ts';

export type PanelDialog =
  | { kind: 'conversation'; row: PanelRow }
  | { kind: 'peek'; row: PanelRow }
  | { kind: 'log'; row: PanelRow }
  | { kind: 'assign'; row: PanelRow; to?: Receiver | undefined }
  | { kind: 'menu'; place: MenuPlace }
  | { kind: 'pass'; to: Receiver };

/** Returns the dialog that is open over the panel, and the actions that open one. */
export function usePanelDialogs(handOver: ReturnType<typeof useHandOver>) {
  const [dialog, setDialog] = useState<PanelDialog>();
  /** The element that had the focus before the first of several dialogs. */
  const opener = useRef<Element>(null);
  const close = useCallback((kind?: PanelDialog['kind']) => {
    // An entry of the menu may have opened the next dialog already.
    setDialog((now) => (kind === undefined || now?.kind === kind ? undefined : now));
    requestAnimationFrame(() => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    });
  }, []);
  const actions = useMemo((): PanelActions => {
    const show = (next: PanelDialog): void => {
      const { activeElement } = document;
      // One dialog may open the next: the focus returns to where the first began.
      if (!activeElement?.closest('[role="dialog"], [role="menu"]')) opener.current = activeElement;
      setDialog(next);
    };
    return {
      open: (row) => show({ kind: 'conversation', row }),
      peek: (row) => show({ kind: 'peek', row }),
      log: (row) => show({ kind: 'log', row }),
      assign: (row, to) => show({ kind: 'assign', row, to }),
      menu: (place) => show({ kind: 'menu', place }),
      pass: (to) => show({ kind: 'pass', to }),
      drop: (row, to) => {
        if (to.id !== nobody && queueFor(row, to) === null) show({ kind: 'assign', row, to });
        else void handOver(row, to);
      },
    };
  }, [handOver]);
  return { dialog, close, actions };
}
