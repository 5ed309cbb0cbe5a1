import { useEffect } from 'react';
import { api } from '@balcao/sdk/client';
import type { FlowChecked } from '../../graph/wire.ts';
import { writeData } from '../document/document.ts';
import type { EditorStore } from './store.ts';

const wait = 800;

/** Keeps the list of problems up to date: a moment after each change the server checks the drawing. */
export const useChecks = (store: EditorStore, flowId: number | undefined): void => {
  useEffect(() => {
    let timer: number | undefined;
    let checked: unknown;
    let isOver = false;
    const check = async () => {
      const { document } = store;
      checked = document;
      try {
        const { problems } = await api.post<FlowChecked>('/flow/check', {
          ...(flowId !== undefined && { id: flowId }),
          data: writeData(document),
        });
        if (!isOver && document === store.document) store.set({ problems });
      } catch {
        // The list stays as it was; the next change asks again, and publishing checks in any case.
      }
    };
    const plan = (delay: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void check(), delay);
    };
    const stop = store.subscribe(() => store.document !== checked && plan(wait));
    plan(0);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [store, flowId]);
};
