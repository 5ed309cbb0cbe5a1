import { useRef, useState } from 'react';
import { ApiError, errorText, useT, useToasts } from '@balcao/sdk/client';

interface KeptFormParts<T> {
  /** As the server has it. */
  kept: T;
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
export function useKeptForm<T>({ kept, faultOf, save, done }: KeptFormParts<T>): KeptForm<T> {
  const t = useT();
  const toasts = useToasts();
  const told = useRef(false);
  const [written, setWritten] = useState<T>();
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
