import { useState } from 'react';
import { useAtom, type PrimitiveAtom } from 'jotai';
import { ApiError, errorText, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { FormConflict } from '@balcao/sdk/ui';

/** Changes that are not stored yet. They outlive the tab they were typed in. */
export interface Draft<T> {
  userId: number;
  companyId: number;
  value: T;
  /** The stored value when the changes began. */
  known: T;
}

interface DraftFormParts<T> {
  /** Name of the field on the server. */
  field: string;
  /** The stored value. */
  stored: T;
  /** Holds the draft while another tab or page is open. */
  draft: PrimitiveAtom<Draft<T> | undefined>;
  /** Returns the fault of a draft as text. */
  faultOf(value: T): string | undefined;
  /** Returns the value as the server stored it, for example in another order. */
  save(value: T, known: T): Promise<T>;
  /** Fetches the stored value again. */
  refetch(): void;
  /** The message shown once it is stored. */
  done: string;
}

export interface DraftForm<T> {
  value: T;
  isChanged: boolean;
  isBusy: boolean;
  fault: string | undefined;
  /** Shown when somebody else changed the same value: both values, and the choice between them. */
  conflicts: readonly FormConflict[];
  choose(field: string, choice: 'mine' | 'theirs'): void;
  /** Saving was attempted before the conflict was resolved. */
  isPressed: boolean;
  change(value: T): void;
  submit(): Promise<void>;
  discard(): void;
}

/** Keeps a draft until it is stored or discarded, whatever the server sends meanwhile. */
export function useDraftForm<T>({
  field,
  stored,
  draft,
  faultOf,
  save,
  refetch,
  done,
}: DraftFormParts<T>): DraftForm<T> {
  const t = useT();
  const toasts = useToasts();
  const { user, company } = useSession();
  const [left, setLeft] = useAtom(draft);
  const isOwn = left?.userId === user.id && left.companyId === company.id;
  const written = isOwn ? left.value : undefined;
  const setWritten = (value: T | undefined): void =>
    setLeft(
      value === undefined
        ? undefined
        : { userId: user.id, companyId: company.id, value, known: isOwn ? left.known : stored },
    );
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<FormConflict>();
  const [isPressed, setPressed] = useState(false);
  const value = written ?? stored;
  const discard = (): void => {
    setWritten(undefined);
    setRefusal(undefined);
    setConflict(undefined);
  };

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const fault = faultOf(value);
    setRefusal(fault);
    if (fault) return;
    if (conflict && !conflict.choice) return setPressed(true);
    if (conflict?.choice === 'theirs') {
      discard();
      return refetch();
    }
    setBusy(true);
    setPressed(false);
    try {
      const saved = await save(value, conflict ? (conflict.theirs as T) : isOwn ? left.known : stored);
      // Text that was typed meanwhile is a change of the value that has just been stored.
      setLeft((now) => (now?.value === value ? undefined : now && { ...now, known: saved }));
      setConflict(undefined);
      toasts.success(done);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_CHANGED_MEANWHILE') {
        const { row, fields } = error.context as { row: Record<string, T>; fields: Record<string, string | null> };
        const by = fields[field] ?? undefined;
        setConflict({ field, by, mine: value, theirs: row[field], choice: undefined });
      } else if (error instanceof ApiError && error.status === 400) setRefusal(errorText(error, t));
      else toasts.error(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    value,
    isChanged: written !== undefined,
    isBusy,
    // An error that was shown disappears as soon as it is corrected.
    fault: refusal && written !== undefined ? (faultOf(value) ?? refusal) : undefined,
    change: (next) => {
      setWritten(next);
      if (refusal && !faultOf(next)) setRefusal(undefined);
    },
    submit,
    discard,
    conflicts: conflict ? [conflict] : [],
    choose: (_field, choice) => setConflict((before) => before && { ...before, choice }),
    isPressed,
  };
}
