import { useRef, useState, type FormEvent } from 'react';
import { ApiError, useErrorText, useT } from '@balcao/sdk/client';

/** A form of one code: one submission at a time, with the error shown at the field. */
export function useCode(send: (code: string) => Promise<void>) {
  const t = useT();
  const textOf = useErrorText();
  const sending = useRef(false);
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const run = async () => {
    if (sending.current) return;
    if (value.trim() === '') return setFault(t('twoStep.codeRequired'));
    sending.current = true;
    setBusy(true);
    setFault(undefined);
    try {
      await send(value.trim());
    } catch (error) {
      setValue('');
      setFault(textOf(error instanceof ApiError ? (error.fields?.['code'] ?? error) : error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    field: { value, fault, onChange: setValue },
    submit: (event: FormEvent) => {
      event.preventDefault();
      event.stopPropagation();
      void run();
    },
  };
}
