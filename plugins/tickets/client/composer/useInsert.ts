import { useCallback, type RefObject } from 'react';
import type { ComposerPartProps } from '../../contract.ts';
import { typeIn } from './type-in.ts';
import type { useSuggested } from './useSuggested.ts';

type Suggesting = ReturnType<typeof useSuggested>;

/** Inserts texts of plugins into the field, and marks those that are suggestions. */
export const useInsert = (
  field: RefObject<HTMLTextAreaElement | null>,
  begin: Suggesting['begin'],
  unedited: Suggesting['unedited'],
): ComposerPartProps['insert'] =>
  useCallback(
    (piece, options): void => {
      // An open overlay returns the focus first.
      requestAnimationFrame(() => {
        const element = field.current;
        if (!element) return;
        const before = element.value;
        const former = options?.suggestion && unedited();
        const at = former === undefined ? -1 : before.indexOf(former);
        if (options?.replacesAll) element.setSelectionRange(0, before.length);
        else if (former !== undefined && at >= 0) element.setSelectionRange(at, at + former.length);
        typeIn(element, piece);
        if (options?.suggestion) begin(options.suggestion, { text: piece, before });
      });
    },
    [begin, field, unedited],
  );
