import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { api, useToasts } from '../index.ts';
import type { Listed } from './use-pages.ts';

interface AnyRemoval {
  /** The button's name; 'Excluir' and the row's when absent. */
  label?: string;
  /** Told when it is gone. */
  done: string;
  /** Told when it is not, besides the reason. */
  failed?: string;
  /** The step itself; DELETE to `path/id` when absent. */
  run?(): Promise<unknown>;
}
/** Asked before, because it cannot be undone. */
export interface AskedRemoval extends AnyRemoval {
  title: string;
  text: ReactNode;
  /** The verb of the red button. */
  verb: string;
}
/** Done at once, with an offer to take it back. */
export interface UndoneRemoval extends AnyRemoval {
  undo(): Promise<unknown>;
}
export type Removal = AskedRemoval | UndoneRemoval;

/** How rows of a list go: after a question, or at once with an offer to undo, and with the focus left beside them. */
export function useRemoval<T extends { readonly id: number | string }>(
  list: Listed<T>,
  otherwise: RefObject<HTMLElement | null>,
) {
  const toasts = useToasts();
  const [asked, setAsked] = useState<{ row: T; how: AskedRemoval }>();
  const going = useRef(new Set<T['id']>());
  /** A pressed button that leaves with its row, and the row beside it, which then has the focus. */
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
  const takeBack = async ({ undo }: UndoneRemoval): Promise<void> => {
    try {
      await undo();
      await list.renew();
    } catch (failure) {
      toasts.error(failure);
    }
  };
  const removeNow = async (row: T, how: UndoneRemoval): Promise<void> => {
    // Its button may still stand while it goes.
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
    /** The question that stands open. */
    asked: asked?.how,
    remove: (row: T, how: Removal): void => {
      if ('undo' in how) void removeNow(row, how);
      else setAsked({ row, how });
    },
    /** Rejects, and the question stays, when the step fails. */
    confirm: async (): Promise<void> => {
      if (!asked) return;
      await run(asked.row, asked.how);
      toasts.success(asked.how.done);
      setAsked(undefined);
    },
    dismiss: () => setAsked(undefined),
  };
}
