import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import type { ComposerPartProps } from '@balcao/tickets/contract';
import { referenceOfRewrite } from './settled.ts';

export const ways = ['friendly', 'formal', 'grammar', 'shorten', 'pt', 'en', 'es'] as const;
type Way = (typeof ways)[number];

/** Rewrites the draft. What the person typed meanwhile stays, and what they had can be taken back. */
export function useRewrite({ ticket, text, insert }: ComposerPartProps) {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: async (way: Way) => {
      const draft = text();
      if (draft.trim() === '') return toasts.info(t('rewrite.empty'));
      const { signal } = (running.current = new AbortController());
      const body = { text: draft, way, ticketId: ticket.id };
      const answer = await api.post<{ id: number; text: string }>('/assistant/rewrite', body, { signal });
      // The person went on writing meanwhile: their words stay.
      if (signal.aborted || text() !== draft) return undefined;
      insert(answer.text, {
        replacesAll: true,
        suggestion: { by: 'copilot', reference: referenceOfRewrite(answer.id) },
      });
      toasts.undo(t('rewrite.done'), () => {
        if (signal.aborted || text() !== answer.text) return;
        insert(draft, { replacesAll: true });
      });
    },
    onError: (error) => {
      if (running.current?.signal.aborted !== true) toasts.error(textOf(error));
    },
  });
  return { rewrite: mutate, isRewriting: isPending };
}
