import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { api, useToasts } from '../index.ts';
import type { Listed } from './use-pages.ts';

interface AnyRemoval {
  /** Name of the button; 'Excluir' and the row's name if absent. */
  label?: string;
  /** Message after the removal. */
  done: string;
  /** Message after a failure, besides the reason. */
  failed?: string;
  /** Removes the row; DELETE to `path/id` if absent. */
  run?(): Promise<unknown>;
}
/** A removal that asks for confirmation, because it cannot be undone. */
export interface ConfirmedRemoval extends AnyRemoval {
  title: string;
  text: ReactNode;
  /** Label of the red button. */
  verb: string;
}
/** A removal that is done at once and can be undone. */
export interface UndoableRemoval extends AnyRemoval {
  undo(): Promise<unknown>;
}
export type Removal = ConfirmedRemoval | UndoableRemoval;

/** Removes rows of a list, after a confirmation or at once with an offer to undo, and keeps the focus beside them. */
export function useRemoval<T extends { readonly id: number | string }>(
  list: Listed<T>,
  otherwise: RefObject<HTMLElement | null>,
) {
  const toasts = useToasts();
  const [asked, setAsked] = useState<{ row: T; how: ConfirmedRemoval }>();
  const going = useRef(new Set<T['id']>());
  /** A pressed button that is removed with its row, and the neighbouring row, which receives the focus. */
  const pressed = useRef<{ button: Element; beside: Element | null }>(undefined);

  useEffect(() => {
    if (!pressed.current || pressed.current.button.isConnected) return;
    const { beside } = pressed.current;
    pressed.current = undefined;
    if (document.activeElement !== document.body) return;
    const buttons = beside?.isConnected ? [...beside.querySelectorAll('button')] : [];
    (buttons.at(-1) ?? otherwise.current)?.focus();
  }, [list.rows, otherwise]);

  const run = async ({ id }: T, { run: own, failed }: Removal): Promise<void> => {
    try {
      await (own ? own() : api.delete(`${list.path}/${id}`));
    } catch (failure) {
      if (failed !== undefined) toasts.error(failed);
      throw failure;
    }
    await list.renew();
  };
  const takeBack = async ({ undo }: UndoableRemoval): Promise<void> => {
    try {
      await undo();
      await list.renew();
    } catch (failure) {
      toasts.error(failure);
    }
  };
  const removeNow = async (row: T, how: UndoableRemoval): Promise<void> => {
    // Its button may still be visible during the removal.
    if (going.current.has(row.id)) return;
    going.current.add(row.id);
    const button = document.activeElement;
    const line = button?.closest('tr');
    if (button && line) pressed.current = { button, beside: line.nextElementSibling ?? line.previousElementSibling };
    try {
      await run(row, how);
      toasts.undo(how.done, () => void takeBack(how));
    } catch (failure) {
      pressed.current = undefined;
      if (how.failed === undefined) toasts.error(failure);
    } finally {
      going.current.delete(row.id);
    }
  };

  return {
    /** The open confirmation. */
    asked: asked?.how,
    remove: (row: T, how: Removal): void => {
      if ('undo' in how) void removeNow(row, how);
      else setAsked({ row, how });
    },
    /** Rejects if the removal fails; the confirmation stays open. */
    confirm: async (): Promise<void> => {
      if (!asked) return;
      await run(asked.row, asked.how);
      toasts.success(asked.how.done);
      setAsked(undefined);
    },
    dismiss: () => setAsked(undefined),
  };
}
