import { useImperativeHandle } from 'react';
import type { Ref } from 'react';
import { textOf, withFiles, withText } from '../model/drafts.ts';
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
      takeBack: ({ body, quoted: answered, file, state, internal = false }) => {
        // What failed is tried again or changed; an upload that was cancelled leaves only what was said about it.
        const isKept = file !== null && state === 'failed';
        if (file && !isKept) dropFile(file);
        change((known) => {
          const next = isKept
            ? withFiles(known, [{ ...file, caption: body }])
            : withText(known, (written) => [body, written].filter(Boolean).join('\n'));
          return { ...next, quoted: known.quoted ?? answered, isNote: internal };
        });
        focus();
      },
    }),
    [add, change, focus, latest, opens],
  );
}
