import { useState } from 'react';
import { useAtom, type PrimitiveAtom } from 'jotai';
import { ApiError, errorText, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { FormConflict } from '@balcao/sdk/ui';

/** What somebody wrote and did not store yet. It outlives the tab it was written in. */
export interface Draft<T> {
  userId: number;
  companyId: number;
  value: T;
  /** What was stored when the writing began. */
  known: T;
}

interface KeptFormParts<T> {
  /** What the value is called on the server. */
  field: string;
  /** As the server has it. */
  kept: T;
  /** Where what is written stays while another tab or page is open. */
  draft: PrimitiveAtom<Draft<T> | undefined>;
  /** What is wrong with what was written, in words. */
  faultOf(value: T): string | undefined;
  save(value: T, known: T): Promise<void>;
  /** Reads again what is stored. */
  refetch(): void;
  /** Said once it is stored. */
  done: string;
}

export interface DraftForm<T> {
  value: T;
  isChanged: boolean;
  isBusy: boolean;
  fault: string | undefined;
  /** Somebody else changed the same meanwhile: both values, and which is to stay. */
  conflicts: readonly FormConflict[];
  choose(field: string, choice: 'mine' | 'theirs'): void;
  /** Saving was tried before that was decided. */
  isPressed: boolean;
  change(value: T): void;
  submit(): Promise<void>;
  discard(): void;
}

/** What is written stays until it is stored or given up, whatever the server says of it. */
export function useDraftForm<T>({ field, kept, draft, faultOf, save, refetch, done }: KeptFormParts<T>): DraftForm<T> {
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
        : { userId: user.id, companyId: company.id, value, known: isOwn ? left.known : kept },
    );
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<FormConflict>();
  const [isPressed, setPressed] = useState(false);
  const value = written ?? kept;
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
      await save(value, conflict ? (conflict.theirs as T) : isOwn ? left.known : kept);
      setWritten(undefined);
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
    // A fault that was told goes as soon as it is mended.
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
