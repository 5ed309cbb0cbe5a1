import { useImperativeHandle } from 'react';
import type { Ref } from 'react';
import { textOf, withTakenBack, withText } from '../model/drafts.ts';
import type { Draft } from '../model/drafts.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { dropFile } from './useDraft.ts';
import type { useDraft } from './useDraft.ts';

export interface ComposerHandle {
  focus(): void;
  attach(files: readonly File[]): void;
  /** Starts with this character where it opens something; else only takes the focus. */
  begin(character: string): void;
  /** Puts back what was sent and then called back. */
  takeBack(entry: OutboxEntry): void;
}

interface HandleInput {
  ref: Ref<ComposerHandle> | undefined;
  draft: Pick<ReturnType<typeof useDraft>, 'change' | 'latest'>;
  focus(): void;
  add(files: readonly File[]): Promise<void>;
  /** Whether this character at the start opens something. */
  opens(character: string): boolean;
}

/** What failed is tried again or changed; an upload that was cancelled leaves only what was said about it. */
export function takenBack(entry: OutboxEntry): (draft: Draft) => Draft {
  const { file, state, body } = entry;
  const isKept = file !== null && state === 'failed';
  if (file && !isKept) dropFile(file);
  return (known) => withTakenBack(known, entry, isKept ? { ...file, caption: body } : undefined);
}

/** What others do to the field: focus it, give it files, put words back into it. */
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
      takeBack: (entry) => {
        change(takenBack(entry));
        focus();
      },
    }),
    [add, change, focus, latest, opens],
  );
}
