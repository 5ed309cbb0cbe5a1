import { useImperativeHandle } from 'react';
import type { Ref } from 'react';
import { textOf, withRestored, withText } from '../model/drafts.ts';
import type { Draft } from '../model/drafts.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { dropFile } from './useDraft.ts';
import type { useDraft } from './useDraft.ts';

export interface ComposerHandle {
  focus(): void;
  attach(files: readonly File[]): void;
  /** Types this character where it opens a list; otherwise only focuses the field. */
  begin(character: string): void;
  /** Restores a message that was cancelled while being sent. */
  restore(entry: OutboxEntry): void;
}

interface HandleInput {
  ref: Ref<ComposerHandle> | undefined;
  draft: Pick<ReturnType<typeof useDraft>, 'change' | 'latest'>;
  focus(): void;
  add(files: readonly File[]): Promise<void>;
  /** True when this character opens a list at the start of the text. */
  opens(character: string): boolean;
}

/**
 * Restores an outbox entry in a draft: a failed one to be tried again or edited; of a cancelled upload only its
 * caption.
 */
export function restoredDraft(entry: OutboxEntry): (draft: Draft) => Draft {
  const { file, state, body } = entry;
  const isKept = file !== null && state === 'failed';
  if (file && !isKept) dropFile(file);
  return (known) => withRestored(known, entry, isKept ? { ...file, caption: body } : undefined);
}

/** Handle for other parts: focus the field, add files, restore text. */
export function useComposerHandle({ ref, draft: { change, latest }, focus, add, opens }: HandleInput): void {
  useImperativeHandle(
    ref,
    () => ({
      focus,
      attach: (given) => void add(given),
      begin: (character) => {
        focus();
        if (textOf(latest.current) === '' && opens(character)) change((known) => withText(known, character));
      },
      restore: (entry) => {
        change(restoredDraft(entry));
        focus();
      },
    }),
    [add, change, focus, latest, opens],
  );
}
