import { useRef, useState } from 'react';
import { useAtom, type PrimitiveAtom } from 'jotai';
import { ApiError, errorText, useSession, useT, useToasts } from '@balcao/sdk/client';

/** What somebody wrote and did not store yet. It outlives the tab it was written in. */
export interface Draft<T> {
  userId: number;
  companyId: number;
  value: T;
}

interface KeptFormParts<T> {
  /** As the server has it. */
  kept: T;
  /** Where what is written stays while another tab or page is open. */
  draft: PrimitiveAtom<Draft<T> | undefined>;
  /** What is wrong with what was written, in words. */
  faultOf(value: T): string | undefined;
  save(value: T): Promise<void>;
  /** Said once it is stored. */
  done: string;
}

interface KeptForm<T> {
  value: T;
  isChanged: boolean;
  isBusy: boolean;
  fault: string | undefined;
  change(value: T): void;
  submit(): Promise<void>;
  discard(): void;
}

/** What is written stays until it is stored or given up, whatever the server says of it. */
export function useKeptForm<T>({ kept, draft, faultOf, save, done }: KeptFormParts<T>): KeptForm<T> {
  const t = useT();
  const toasts = useToasts();
  const { user, company } = useSession();
  const [left, setLeft] = useAtom(draft);
  const isOwn = left?.userId === user.id && left.companyId === company.id;
  const written = isOwn ? left.value : undefined;
  const setWritten = (value: T | undefined): void =>
    setLeft(value === undefined ? undefined : { userId: user.id, companyId: company.id, value });
  const told = useRef(isOwn);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const value = written ?? kept;

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const fault = faultOf(value);
    setRefusal(fault);
    if (fault) return;
    setBusy(true);
    try {
      await save(value);
      setWritten(undefined);
      told.current = false;
      toasts.success(done);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setRefusal(errorText(error, t));
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
      if (!told.current) toasts.info(t('hours.toSave'));
      told.current = true;
    },
    submit,
    discard: () => {
      setWritten(undefined);
      setRefusal(undefined);
      told.current = false;
    },
  };
}
